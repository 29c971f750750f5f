// The list itself: skeletons, cards, the next page before its end is reached, nothing found, failure.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'
import { ListEnd } from '@/ui/list-end'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus } from '@/ui/skeleton'
import { EventCard } from './event-card'
import { EventCardSkeleton } from './event-card-skeleton'
import type { EventFilters } from './filters'
import { eventsListQuery } from './queries'

const FAILED = "Les évènements n'ont pas pu être chargés."

export function EventsResults({ filters }: { filters: EventFilters }) {
  // Counted from the same cache as the list below.
  const { data } = useInfiniteQuery(eventsListQuery(filters))
  return (
    <>
      {/* Stays in the page, so that it is read out when the list changes. */}
      <p role="status" className="sr-only">
        {data && shownText(data.pages.reduce((sum, page) => sum + page.results.length, 0))}
      </p>
      <Events filters={filters} />
    </>
  )
}

function Events({ filters }: { filters: EventFilters }) {
  const query = useInfiniteQuery(eventsListQuery(filters))
  const events = query.data?.pages.flatMap((page) => page.results) ?? []
  // An event added meanwhile moves others to the next page: each is shown once.
  const shown = [...new Map(events.map((event) => [event.id, event])).values()]

  if (query.isPending) {
    return (
      <>
        <LoadingStatus />
        <CardList>
          <SkeletonCards />
        </CardList>
      </>
    )
  }
  if (!query.data) {
    return (
      <div className="mt-5">
        <ErrorState title={FAILED} onRetry={query.refetch} busy={query.isFetching} />
      </div>
    )
  }
  if (shown.length === 0) return <NothingFound filtered={Object.keys(filters).length > 0} />
  return (
    <>
      <CardList>
        {shown.map((event, index) => (
          <li key={event.id}>
            <EventCard event={event} form="list" eager={index === 0} />
          </li>
        ))}
        {query.isFetchingNextPage && <SkeletonCards />}
      </CardList>
      {query.isFetchNextPageError && (
        <div className="mt-4">
          <ErrorState title={FAILED} onRetry={query.fetchNextPage} busy={query.isFetchingNextPage} />
        </div>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <ListEnd
          label="Voir plus d'évènements"
          busy={query.isFetchingNextPage}
          onReached={query.fetchNextPage}
        />
      )}
    </>
  )
}

function CardList({ children }: { children: React.ReactNode }) {
  return <ul className="mt-5 grid gap-4 sm:max-md:grid-cols-2">{children}</ul>
}

function SkeletonCards() {
  return ['a', 'b', 'c'].map((key) => (
    <li key={key} aria-hidden="true">
      <EventCardSkeleton form="list" />
    </li>
  ))
}

function NothingFound({ filtered }: { filtered: boolean }) {
  return (
    <div className="mt-5">
      <EmptyState
        title="Aucun évènement trouvé."
        action={
          filtered ? (
            <Link to="/events" className={buttonClass()}>
              Voir tous les évènements
            </Link>
          ) : (
            <Link to="/" className={buttonClass({ variant: 'outline' })}>
              Retour à l'accueil
            </Link>
          )
        }
      >
        {filtered ? 'Essayez une autre ville, une autre date ou moins de filtres.' : 'Revenez bientôt.'}
      </EmptyState>
    </div>
  )
}

/** For those who don't see the list: "Aucun évènement trouvé", "1 évènement affiché", "24 évènements affichés". */
function shownText(count: number): string {
  if (count === 0) return 'Aucun évènement trouvé'
  const plural = count > 1 ? 's' : ''
  return `${count} évènement${plural} affiché${plural}`
}
