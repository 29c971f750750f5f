// A list that grows while it is read: its first wait and its failures, nothing found, each entry once, the next page.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageNumber } from '@/lib/paging'
import { buttonClass } from './button'
import { ListEnd } from './list-end'
import { ErrorState } from './page-state'
import { LoadingStatus } from './skeleton'

type Entry = { id: number | string }
type Pages<Item> = InfiniteData<{ results: Item[]; next?: string | null }>

type ListFootProps = {
  query: UseInfiniteQueryResult<Pages<Entry>>
  /** What is said when a page can't be read. */
  failed: string
  /** What the next page is called. */
  more: string
  /** After the last entry. */
  end?: ReactNode
  /** The link to another page of the list, where its address can say which one. Without scripts that is the way on. */
  pageLink?: (page: number, look: PageLink) => ReactNode
}

export interface PageLink {
  rel: 'prev' | 'next'
  className: string
  children: string
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
  const first = query.data?.pageParams[0]
  return (
    <>
      {foot.pageLink && typeof first === 'number' && first > 1 && (
        <p className="mb-4 text-center">
          {foot.pageLink(first - 1, {
            rel: 'prev',
            className: buttonClass({ variant: 'outline' }),
            children: 'Page précédente',
          })}
        </p>
      )}
      {items && children(items)}
      <ListFoot query={query} {...foot} />
    </>
  )
}

/** What stands below the entries, or in their place when there are none to show. */
export function ListFoot({ query, failed, more, end, pageLink }: ListFootProps) {
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
  const next = pageNumber(query.data?.pages.at(-1)?.next)
  return (
    <>
      <ListEnd label={more} busy={query.isFetchingNextPage} onReached={fetchNextPage} />
      {pageLink && next !== undefined && (
        <p className="mt-6 hidden text-center noscript:block">
          {pageLink(next, {
            rel: 'next',
            className: buttonClass({ variant: 'outline' }),
            children: 'Page suivante',
          })}
        </p>
      )}
    </>
  )
}

/** An entry that is added meanwhile moves others to the next page: each is shown once. */
export function eachOnce<Item extends Entry>({ pages }: Pages<Item>): Item[] {
  const items = pages.flatMap(({ results }) => results)
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
