// The blocks of events on the home page: trending, today, this month; each with its faces.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { currentMonth } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { Carousel } from '@/ui/carousel'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus } from '@/ui/skeleton'
import { EventCard } from './event-card'
import { EventCardSkeleton } from './event-card-skeleton'
import type { EventFilters } from './filters'
import { homeQueries, trendingQuery } from './queries'

/** At most so many in each block. */
const CARDS = 4

export function TodayEvents() {
  const query = homeQueries(useNow()).today
  return (
    <EventBlock
      title="Aujourd'hui"
      all={{ date_range: 'today' }}
      empty="Aucun évènement trouvé pour aujourd'hui"
      query={query}
    />
  )
}

/** Without those that stand above under "Aujourd'hui": nobody looks at the same cards twice. */
export function MonthEvents() {
  const now = useNow()
  const { today, month } = homeQueries(now)
  const above = useQuery(today).data?.results
  return (
    <EventBlock
      title="Ce mois-ci"
      all={{ month: currentMonth(now) }}
      empty="Aucun évènement trouvé pour ce mois"
      query={month}
      except={above}
    />
  )
}

type EventBlockProps = {
  title: string
  all: EventFilters
  empty: string
  query: ReturnType<typeof homeQueries>['today']
  except?: readonly { id: number }[]
}

function EventBlock({ title, all, empty, query, except = [] }: EventBlockProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(query)
  const ids = new Set(except.map(({ id }) => id))
  const events = (data?.results ?? []).filter(({ id }) => !ids.has(id)).slice(0, CARDS)
  return (
    <section aria-label={title} className="below wrap pt-10 md:pt-14">
      <div className="mb-4 flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-2xl md:text-3xl">{title}</h2>
        <Link
          to="/events"
          search={all}
          className="flex min-h-11 items-center gap-1.5 font-semibold text-malachite underline-offset-4 hover:underline"
        >
          Voir tous
          <ArrowRight className="size-4.5" aria-hidden="true" />
        </Link>
      </div>
      {isPending && (
        <Grid>
          {['a', 'b', 'c', 'd'].map((key) => (
            <li key={key}>
              <EventCardSkeleton />
            </li>
          ))}
        </Grid>
      )}
      {isPending && <LoadingStatus />}
      {isError && !data && (
        <ErrorState title="Ces évènements n'ont pas pu être chargés." onRetry={refetch} busy={isFetching} />
      )}
      {data && events.length === 0 && (
        <EmptyState
          title={data.results.length > 0 ? 'Aucun autre évènement pour ce mois' : empty}
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
            <li key={event.id}>
              <EventCard event={event} />
            </li>
          ))}
        </Grid>
      )}
    </section>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4 xl:gap-5">{children}</ul>
}

const TRENDING_COLUMNS =
  'auto-cols-[82%] sm:auto-cols-[calc((100%-1rem)/2)] lg:auto-cols-[calc((100%-2rem)/3)]'
const TRENDING_ADVANCES = 3000

/** What people look at and buy these days. It is an extra: when it can't be had, the page goes on without it. */
export function TrendingEvents() {
  const { data, isPending } = useQuery(trendingQuery)
  const events = data?.results ?? []
  if (!isPending && events.length === 0) return null
  return (
    <section aria-label="Tendances" className="wrap pt-10 md:pt-14">
      <Carousel title="Tendances" columns={TRENDING_COLUMNS} advanceEvery={TRENDING_ADVANCES}>
        {isPending
          ? ['a', 'b', 'c'].map((key) => (
              <li key={key}>
                <EventCardSkeleton />
              </li>
            ))
          : events.map((event) => (
              <li key={event.id}>
                <EventCard event={event} />
              </li>
            ))}
      </Carousel>
    </section>
  )
}
