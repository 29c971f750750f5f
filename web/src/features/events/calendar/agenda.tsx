// The month as a list of its days; those that are over wait folded at the top.
import { useId } from 'react'
import { longDate } from '@/lib/dates'
import { Badge } from '@/ui/badge'
import { DateBlock } from '@/ui/date-block'
import { Skeleton } from '@/ui/skeleton'
import { DayEvents } from './day-events'
import type { CalendarDay } from './queries'
import type { CalendarSearch } from './search'

type AgendaProps = { days: readonly CalendarDay[]; today: string; search: CalendarSearch }

export function Agenda({ days, today, search }: AgendaProps) {
  const past = days.filter(({ day }) => day < today)
  const coming = days.filter(({ day }) => day >= today)
  // A month that is over altogether has nothing to fold.
  if (coming.length === 0) return <Days days={past} today={today} search={search} />
  return (
    <div className="grid gap-3">
      {past.length > 0 && (
        <details open={past.some(({ day }) => day === search.day)} className="rounded-2xl border border-line">
          <summary className="flex min-h-12 items-center px-4 font-semibold text-muted hover:text-ink">
            Jours passés de ce mois
          </summary>
          <div className="p-2">
            <Days days={past} today={today} search={search} />
          </div>
        </details>
      )}
      <Days days={coming} today={today} search={search} />
    </div>
  )
}

function Days({ days, today, search }: AgendaProps) {
  return (
    <ol className="grid gap-3">
      {days.map((day) => (
        <li key={day.day}>
          <AgendaDay day={day} isToday={day.day === today} search={search} />
        </li>
      ))}
    </ol>
  )
}

type AgendaDayProps = { day: CalendarDay; isToday: boolean; search: CalendarSearch }

function AgendaDay({ day, isToday, search }: AgendaDayProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-4 rounded-3xl bg-card p-3 shadow-lift sm:grid-cols-[auto_minmax(0,1fr)] sm:p-4"
    >
      <DateBlock date={day.day} className="self-start max-sm:hidden" />
      <div className="min-w-0">
        <h2 id={id} className="flex min-h-8 flex-wrap items-center gap-2 px-2 text-base">
          <span className="first-letter:uppercase">{longDate(day.day).replace(/ \d{4}$/, '')}</span>
          {isToday && <Badge tone="malachite">Aujourd'hui</Badge>}
        </h2>
        <DayEvents day={day} search={search} />
      </div>
    </section>
  )
}

export function AgendaSkeleton() {
  return (
    <div className="grid gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-36 rounded-3xl" />
      ))}
    </div>
  )
}
