// The list below the search: it goes on by itself until something fits what was chosen.
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect } from 'react'
import type { MyEventsPage } from '@/api/generated/types.gen'
import { counted } from '@/lib/counted'
import { Button } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import { MyEventCard } from './my-event-card'
import { isOf, type MyEventsSearch } from './my-events-search'
import { myEventsQuery } from './queries'

type MyEventsListProps = {
  search: MyEventsSearch
  title: RefObject<HTMLElement | null>
  onReset: () => void
}

export function MyEventsList({ search: chosen, title, onReset }: MyEventsListProps) {
  const { search, of } = chosen
  const when = chosen.when ?? 'upcoming'
  const select = useCallback(
    ({ pages, ...rest }: InfiniteData<MyEventsPage, number>) => ({
      ...rest,
      pages: pages.map((page) => ({ ...page, results: page.results.filter((event) => isOf(of, event)) })),
    }),
    [of],
  )
  const query = useInfiniteQuery({ ...myEventsQuery({ when, ...(search && { search }) }), select })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const count = data?.pages[0]?.count ?? 0
  // An event that is deleted, or whose team is left, goes with its card.
  useFocusHome(title, count)
  const isSeeking =
    hasNextPage && !isFetchNextPageError && data?.pages.every(({ results }) => results.length === 0)
  useEffect(() => {
    if (isSeeking && !isFetching) void fetchNextPage()
  }, [isSeeking, isFetching, fetchNextPage])
  if (isSeeking) return <CardSkeletons />
  return (
    <div className="grid gap-4">
      <p role="status" className="text-muted empty:hidden">
        {count > 0 && !of ? counted(count, 'évènement') : ''}
      </p>
      <EndlessList
        query={query}
        failed="Vos évènements n'ont pas pu être chargés."
        more="Voir plus d'évènements"
        skeleton={<CardSkeletons />}
        empty={search || of ? <NoneFound onReset={onReset} /> : <NoneYet when={when} />}
      >
        {(events) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {events.map((event) => (
              <li key={event.id}>
                <MyEventCard event={event} />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}

function NoneFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="Aucun évènement ne correspond."
      action={
        <Button variant="outline" onClick={onReset}>
          Voir tous mes évènements
        </Button>
      }
    >
      Essayez un autre mot, ou un autre choix.
    </EmptyState>
  )
}

function NoneYet({ when }: { when: 'upcoming' | 'past' }) {
  return when === 'past' ? (
    <EmptyState title="Aucun évènement passé">Vos évènements viennent ici quand ils sont finis.</EmptyState>
  ) : (
    <EmptyState title="Aucun évènement pour le moment">
      Créez le prochain : il est en ligne en quelques minutes.
    </EmptyState>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-56 rounded-3xl" />
      ))}
    </div>
  )
}
