// Beside the month, on phones below it: the day that is open, else today or the first day that has something.
import { useEffect, useId, useRef } from 'react'
import { longDate } from '@/lib/dates'
import { Skeleton } from '@/ui/skeleton'
import { DayEvents } from './day-events'
import type { CalendarDay } from './queries'
import type { CalendarSearch } from './search'

type DayPanelProps = {
  day: string
  /** Undefined while the month is on its way; null when nothing happens on that day. */
  events: CalendarDay | null | undefined
  search: CalendarSearch
}

export function DayPanel({ day, events, search }: DayPanelProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const opened = useRef(search.day)

  // On phones the panel is below the month: a day that was just opened comes into view.
  useEffect(() => {
    if (search.day && search.day !== opened.current) panel.current?.scrollIntoView({ block: 'nearest' })
    opened.current = search.day
  }, [search.day])

  return (
    <section
      ref={panel}
      aria-labelledby={id}
      className="scroll-mb-4 rounded-3xl bg-card p-3 shadow-lift lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto"
    >
      <h2 id={id} aria-live="polite" className="px-2 pt-1.5 pb-2 text-lg first-letter:uppercase">
        {longDate(day)}
      </h2>
      {events === undefined && <Skeleton className="mx-2 mb-2 h-14" />}
      {events === null && <p className="px-2 pb-2 text-muted">Aucun évènement ce jour-là.</p>}
      {events && <DayEvents day={events} search={search} />}
    </section>
  )
}
