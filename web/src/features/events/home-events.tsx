// The blocks of events on the home page: today, next, this month; each with its four faces.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { currentMonth, formatWhen, todayIn } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { Carousel } from '@/ui/carousel'
import { DateBlock } from '@/ui/date-block'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { Price } from '@/ui/price'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { EventCard } from './event-card'
import { EventCardSkeleton } from './event-card-skeleton'
import { EventPicture } from './event-picture'
import type { EventFilters } from './filters'
import { type Event, homeQueries } from './queries'

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

export function MonthEvents() {
  const now = useNow()
  return (
    <EventBlock
      title="Ce mois-ci"
      all={{ month: currentMonth(now) }}
      empty="Aucun évènement trouvé pour ce mois"
      query={homeQueries(now).month}
    />
  )
}

type EventBlockProps = {
  title: string
  all: EventFilters
  empty: string
  query: ReturnType<typeof homeQueries>['today']
}

function EventBlock({ title, all, empty, query }: EventBlockProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(query)
  const events = data?.results ?? []
  return (
    <section aria-label={title} className="wrap pt-10 md:pt-14">
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
      {isError && (
        <ErrorState title="Ces évènements n'ont pas pu être chargés." onRetry={refetch} busy={isFetching} />
      )}
      {data && events.length === 0 && (
        <EmptyState
          title={empty}
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

const POSTER_COLUMNS = 'auto-cols-[82%] sm:auto-cols-[calc((100%-1rem)/2)] lg:auto-cols-[calc((100%-2rem)/3)]'

/** The next events as large posters. It is an extra: when it can't be had, the page goes on without it. */
export function NextEvents() {
  const now = useNow()
  const { data, isPending } = useQuery(homeQueries(now).next)
  // Today's stand above already.
  const events = data?.results.filter((event) => event.started_at > todayIn(event.town, now)) ?? []
  if (!isPending && events.length === 0) return null
  return (
    <section aria-label="Prochainement" className="wrap pt-10 md:pt-14">
      <Carousel title="Prochainement" columns={POSTER_COLUMNS}>
        {isPending
          ? ['a', 'b', 'c'].map((key) => (
              <li key={key}>
                <Skeleton className="aspect-[4/3] rounded-3xl" />
              </li>
            ))
          : events.map((event) => (
              <li key={event.id}>
                <Poster event={event} />
              </li>
            ))}
      </Carousel>
    </section>
  )
}

function Poster({ event }: { event: Event }) {
  const now = useNow()
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: String(event.id) }}
      className="on-dark relative flex h-full flex-col overflow-hidden rounded-3xl bg-night text-on-night"
    >
      <span className="shade-foot relative overflow-hidden">
        <EventPicture event={event} className="zoom" />
      </span>
      <DateBlock date={event.started_at} className="absolute top-4 left-4 text-ink" />
      <span className="relative -mt-4 flex flex-1 flex-col gap-2 px-5 pb-5">
        <span className="line-clamp-2 font-display text-xl leading-tight font-bold text-balance md:text-2xl">
          {event.name}
        </span>
        <span className="mt-auto flex items-end justify-between gap-3 text-[0.9375rem]">
          <span className="text-night-muted">
            {`${formatWhen(event.started_at, event.hour, event.town, now)} · ${event.town}`}
          </span>
          <Price types={event.ttype} on="night" className="text-base" />
        </span>
      </span>
    </Link>
  )
}
