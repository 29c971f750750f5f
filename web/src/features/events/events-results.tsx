// The list itself: skeletons, cards, the next page before its end is reached, nothing found, failure.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { EventCard } from './event-card'
import { EventCardSkeleton } from './event-card-skeleton'
import type { EventFilters } from './filters'
import { eventsListQuery } from './queries'

export function EventsResults({ filters }: { filters: EventFilters }) {
  const query = useInfiniteQuery(eventsListQuery(filters))
  return (
    <>
      {/* Stays in the page, so that it is read out when the list changes. */}
      <p role="status" className="sr-only">
        {query.data && shownText(query.data.pages.reduce((sum, page) => sum + page.results.length, 0))}
      </p>
      <div className="mt-5">
        <EndlessList
          query={query}
          failed="Les évènements n'ont pas pu être chargés."
          more="Voir plus d'évènements"
          skeleton={
            <CardList>
              <SkeletonCards />
            </CardList>
          }
          empty={<NothingFound filtered={Object.keys(filters).length > 0} />}
          pageLink={(page, look) => (
            <Link to="/events" search={{ ...filters, page: page > 1 ? page : undefined }} {...look} />
          )}
        >
          {(events) => (
            <CardList>
              {events.map((event, index) => (
                <li key={event.id}>
                  <EventCard event={event} form="list" eager={index === 0} />
                </li>
              ))}
              {query.isFetchingNextPage && <SkeletonCards />}
            </CardList>
          )}
        </EndlessList>
      </div>
    </>
  )
}

function CardList({ children }: { children: React.ReactNode }) {
  return <ul className="grid gap-4 sm:max-md:grid-cols-2">{children}</ul>
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
  )
}

/** For those who don't see the list: "Aucun évènement trouvé", "1 évènement affiché", "24 évènements affichés". */
function shownText(count: number): string {
  if (count === 0) return 'Aucun évènement trouvé'
  const plural = count > 1 ? 's' : ''
  return `${count} évènement${plural} affiché${plural}`
}
