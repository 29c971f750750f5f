// A list that grows while it is read: its first wait and its failures, nothing found, each entry once, the next page.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListEnd } from './list-end'
import { ErrorState } from './page-state'
import { LoadingStatus } from './skeleton'

type Entry = { id: number | string }
type Pages<Item> = InfiniteData<{ results: Item[] }>

type ListFootProps = {
  query: UseInfiniteQueryResult<Pages<Entry>>
  /** What is said when a page can't be read. */
  failed: string
  /** What the next page is called. */
  more: string
  /** After the last entry. */
  end?: ReactNode
}

type EndlessListProps<Item extends Entry> = ListFootProps & {
  query: UseInfiniteQueryResult<Pages<Item>>
  skeleton: ReactNode
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

export function EndlessList<Item extends Entry>(props: EndlessListProps<Item>) {
  const { query, skeleton, empty, children, ...foot } = props
  const items = query.data && eachOnce(query.data)
  if (query.isPending) {
    return (
      <>
        <LoadingStatus />
        {skeleton}
      </>
    )
  }
  if (items?.length === 0) return empty
  return (
    <>
      {items && children(items)}
      <ListFoot query={query} {...foot} />
    </>
  )
}

/** What stands below the entries, or in their place when there are none to show. */
export function ListFoot({ query, failed, more, end }: ListFootProps) {
  const { fetchNextPage } = query
  if (query.isLoadingError || query.isFetchNextPageError) {
    const retry = query.data ? fetchNextPage : query.refetch
    return (
      <div className="not-first:mt-4">
        <ErrorState title={failed} onRetry={retry} busy={query.isFetching} />
      </div>
    )
  }
  if (!query.hasNextPage) return end
  return <ListEnd label={more} busy={query.isFetchingNextPage} onReached={fetchNextPage} />
}

/** An entry that is added meanwhile moves others to the next page: each is shown once. */
export function eachOnce<Item extends Entry>({ pages }: Pages<Item>): Item[] {
  const items = pages.flatMap(({ results }) => results)
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
