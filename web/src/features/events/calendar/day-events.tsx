// The events of one day: the first ones at once, all of them when the day is open.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'
import { eachOnce, ListFoot } from '@/ui/endless-list'
import { LoadingStatus } from '@/ui/skeleton'
import { EventLine, type LineEvent } from '../event-line'
import { type CalendarDay, dayQuery } from './queries'
import type { CalendarSearch } from './search'

type DayEventsProps = { day: CalendarDay; search: CalendarSearch }

export function DayEvents({ day, search }: DayEventsProps) {
  if (day.count === day.events.length) return <Lines events={day.events} />
  return <BusyDay day={day} search={search} />
}

function BusyDay({ day, search }: DayEventsProps) {
  const isWhole = search.day === day.day
  const query = useInfiniteQuery({ ...dayQuery(day.day, search), enabled: isWhole })
  return (
    <>
      {/* The same list, so that what has the focus in it keeps it. */}
      <Lines events={isWhole && query.data ? eachOnce(query.data) : day.events} />
      {!isWhole && (
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
      {isWhole && query.isPending && <LoadingStatus />}
      {isWhole && (
        <ListFoot
          query={query}
          failed="Les évènements n'ont pas pu être chargés."
          more="Voir plus d'évènements"
        />
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
