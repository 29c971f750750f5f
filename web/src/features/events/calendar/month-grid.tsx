// The month after the ARIA grid pattern: one stop for Tab, arrows move over the days, PageUp and PageDown over the
// months, Enter opens a day. Each day is a link, so that it opens without scripts too.
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { longDate } from '@/lib/dates'
import { StoneDot } from '../stone-dot'
import { dayByKey, monthOf, monthTitle, WEEKDAYS, weeksOf } from './month'
import type { CalendarDay } from './queries'
import type { CalendarSearch } from './search'

type MonthGridProps = {
  month: string
  today: string
  /** By day; undefined while they are on their way. */
  days: ReadonlyMap<string, CalendarDay> | undefined
  /** The day whose events are shown beside. */
  shown: string
  search: CalendarSearch
}

export function MonthGrid({ month, today, days, shown, search }: MonthGridProps) {
  const navigate = useNavigate()
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const [reached, setReached] = useState(shown)
  const stop = monthOf(reached) === month ? reached : shown

  // After a step, possibly into a month that had to be drawn first, the focus follows.
  useEffect(() => {
    if (!moved.current || stop !== reached) return
    moved.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus()
  }, [stop, reached])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === ' ') {
      event.preventDefault()
      table.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.click()
    }
    const target = dayByKey(event.key, stop)
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moved.current = true
    setReached(target)
    if (monthOf(target) === month) return
    const { day, ...rest } = search
    navigate({
      to: '/calendar',
      search: { ...rest, month: monthOf(target) },
      resetScroll: false,
      replace: true,
    })
  }

  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern stands on a table
      role="grid"
      aria-label={monthTitle(month)}
      aria-busy={!days}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-1 rounded-3xl bg-card p-1.5 shadow-lift md:p-2.5"
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="py-2 text-[0.8125rem] font-semibold text-muted">
              <abbr title={name} className="no-underline">
                {name.slice(0, 3)}
                <span className="max-md:hidden">.</span>
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) =>
              day ? (
                <td key={day} className="p-0 align-top">
                  <Link
                    to="/calendar"
                    search={{ ...search, month, day }}
                    resetScroll={false}
                    replace={search.day !== undefined}
                    data-day={day}
                    tabIndex={day === stop ? 0 : -1}
                    onFocus={() => setReached(day)}
                    aria-label={dayLabel(day, days?.get(day)?.count ?? 0)}
                    aria-current={day === today ? 'date' : undefined}
                    // The day that is open is marked as the page one is on, today as today.
                    activeOptions={{ exact: true }}
                    className={`flex min-h-12 flex-col gap-1 rounded-xl p-1 transition-colors md:min-h-26 md:p-1.5 ${look(day, today, shown)}`}
                  >
                    <DayFace day={day} today={today} events={days?.get(day)} />
                  </Link>
                </td>
              ) : (
                <td key={`${month}-${WEEKDAYS[index]}`} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function dayLabel(day: string, count: number): string {
  const events = count === 0 ? 'aucun évènement' : `${count} évènement${count > 1 ? 's' : ''}`
  return `${longDate(day)}, ${events}`
}

function look(day: string, today: string, shown: string): string {
  if (day === shown) return 'bg-green-soft inset-ring-2 inset-ring-malachite'
  return day < today ? 'text-muted hover:bg-sunken' : 'bg-sunken hover:bg-green-soft'
}

/** On phones as many dots as events, three at most; on wider screens their names. */
function DayFace({ day, today, events }: { day: string; today: string; events: CalendarDay | undefined }) {
  const more = (events?.count ?? 0) - (events?.events.length ?? 0)
  return (
    <>
      <span
        className={`figures grid size-7 place-items-center rounded-full text-[0.9375rem] max-md:mx-auto ${day === today ? 'bg-malachite text-on-malachite' : ''}`}
      >
        {Number(day.slice(8))}
      </span>
      {events && (
        <span className="flex justify-center gap-1 md:hidden">
          {events.events.map((event) => (
            <StoneDot key={event.id} category={event.category} className="size-1.5" />
          ))}
        </span>
      )}
      {events && (
        <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 text-[0.8125rem] leading-tight max-md:hidden">
          {events.events.map((event) => (
            <span key={event.id} className="flex min-w-0 items-center gap-1.5">
              <StoneDot category={event.category} />
              <span className="truncate">{event.name}</span>
            </span>
          ))}
          {more > 0 && <span className="pl-3.5 text-muted">+ {more}</span>}
        </span>
      )}
    </>
  )
}
