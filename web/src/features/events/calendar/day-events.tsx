// The events of one day: the first ones at once, all of them when the day is open.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus } from '@/ui/skeleton'
import { EventLine, type LineEvent } from '../event-line'
import { type CalendarDay, dayQuery } from './queries'
import type { CalendarSearch } from './search'

type DayEventsProps = { day: CalendarDay; search: CalendarSearch }

export function DayEvents({ day, search }: DayEventsProps) {
  const hidden = day.count - day.events.length
  if (hidden > 0 && search.day === day.day) return <WholeDay day={day} search={search} />
  return (
    <>
      <Lines events={day.events} />
      {hidden > 0 && (
        <Link
          to="/calendar"
          search={{ ...search, month: day.day.slice(0, 7), day: day.day }}
          resetScroll={false}
          // The link goes once it is followed: the day's first event is what comes next.
          onClick={({ currentTarget }) => {
            const list = currentTarget.previousElementSibling
            list?.querySelector('a')?.focus({ preventScroll: true })
          }}
          className={buttonClass({ variant: 'soft', className: 'mt-1 w-full' })}
        >
          Voir les {day.count} évènements
        </Link>
      )}
    </>
  )
}

function WholeDay({ day, search }: DayEventsProps) {
  const query = useInfiniteQuery(dayQuery(day.day, search))
  const events = query.data?.pages.flatMap((page) => page.results)
  return (
    <>
      <Lines events={events ?? day.events} />
      {query.isPending && <LoadingStatus />}
      {query.isError && (
        <ErrorState
          title="Les évènements n'ont pas pu être chargés."
          onRetry={() => (query.data ? query.fetchNextPage() : query.refetch())}
          busy={query.isFetching}
        />
      )}
      {query.hasNextPage && !query.isError && (
        <Button
          variant="outline"
          busy={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
          className="mt-1 w-full noscript:hidden"
        >
          Voir plus d'évènements
        </Button>
      )}
    </>
  )
}

function Lines({ events }: { events: readonly LineEvent[] }) {
  return (
    <ul className="-mx-1">
      {events.map((event) => (
        <li key={event.id}>
          <EventLine event={event} />
        </li>
      ))}
    </ul>
  )
}
