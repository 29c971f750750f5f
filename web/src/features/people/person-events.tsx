// What a person organises, on their profile. The card belongs to the event screens: the route hands it in.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isOver } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus } from '@/ui/skeleton'
import { type PersonEvent, personEventsQuery } from './queries'

type PersonEventsProps = { userId: number; card: (event: PersonEvent) => ReactNode; skeleton: ReactNode }

export function PersonEvents({ userId, card, skeleton }: PersonEventsProps) {
  const now = useNow()
  const { data, isPending, isError, isFetching, refetch } = useQuery(personEventsQuery(userId))
  const events = data?.results.filter((event) => !isOver(event, now)) ?? []
  return (
    <section aria-labelledby="evenements">
      <h2 id="evenements" className="mb-4 text-2xl md:text-3xl">
        Évènements à venir
      </h2>
      {isPending && (
        <>
          <LoadingStatus />
          <Grid>
            {['a', 'b', 'c'].map((key) => (
              <li key={key} aria-hidden="true">
                {skeleton}
              </li>
            ))}
          </Grid>
        </>
      )}
      {isError && !data && (
        <ErrorState title="Ces évènements n'ont pas pu être chargés." onRetry={refetch} busy={isFetching} />
      )}
      {data && events.length === 0 && (
        <EmptyState
          title="Aucun évènement à venir pour le moment."
          action={
            <Link to="/events" className={buttonClass({ variant: 'outline' })}>
              Explorer les évènements
            </Link>
          }
        />
      )}
      {events.length > 0 && (
        <Grid>
          {events.map((event) => (
            <li key={event.id}>{card(event)}</li>
          ))}
        </Grid>
      )}
    </section>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:gap-5">{children}</ul>
}
