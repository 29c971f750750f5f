// /calendar: a month of public events as grid and agenda. The address holds month, day, face and filters.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { todayIn } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus } from '@/ui/skeleton'
import { CategoryTownForm } from '../category-town-form'
import { Agenda, AgendaSkeleton } from './agenda'
import { MonthSwitch, ViewSwitch } from './calendar-toolbar'
import { DayPanel } from './day-panel'
import { addMonths, monthOf, monthTitle } from './month'
import { MonthGrid } from './month-grid'
import { type CalendarDay, calendarFilters, calendarQuery } from './queries'
import type { CalendarSearch } from './search'
import { Subscribe } from './subscribe'

export function CalendarPage({ search }: { search: CalendarSearch }) {
  const now = useNow()
  const navigate = useNavigate()
  const filters = calendarFilters(search, now)
  const query = useQuery(calendarQuery(filters))
  const today = query.data?.today ?? todayIn('Lubumbashi', now)
  const { month } = filters
  const { category, town, ...place } = search

  return (
    <div className="wrap grid gap-5 py-6 md:gap-6 md:py-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl font-extrabold md:text-5xl">Calendrier</h1>
        <CategoryTownForm
          action="/calendar"
          filters={filters}
          onApply={(chosen) =>
            navigate({ to: '/calendar', search: { ...place, ...chosen }, resetScroll: false })
          }
        >
          {Object.entries(place).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </CategoryTownForm>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <MonthSwitch month={month} currentMonth={monthOf(today)} search={search} />
        <ViewSwitch search={search} />
      </div>
      {query.isPending && <LoadingStatus />}
      {query.isError && !query.data ? (
        <ErrorState
          title="Le calendrier n'a pas pu être chargé."
          onRetry={query.refetch}
          busy={query.isFetching}
        />
      ) : (
        <Faces month={month} today={today} days={query.data?.days} search={search} />
      )}
      <Subscribe filters={filters} />
    </div>
  )
}

type FacesProps = { month: string; today: string; days: CalendarDay[] | undefined; search: CalendarSearch }

/** Both faces are in the HTML unless one was chosen: the width of the screen shows one of them. */
function Faces({ month, today, days, search }: FacesProps) {
  const byDay = days && new Map(days.map((day) => [day.day, day]))
  const shown = search.day ?? shownDay(month, today, days)
  return (
    <>
      {search.view !== 'agenda' && (
        <div
          className={`grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-6 ${search.view ? '' : 'max-md:hidden'}`}
        >
          <MonthGrid month={month} today={today} days={byDay} shown={shown} search={search} />
          <DayPanel day={shown} events={byDay && (byDay.get(shown) ?? null)} search={search} />
        </div>
      )}
      {search.view !== 'month' && (
        <div className={search.view ? 'mx-auto w-full max-w-3xl' : 'md:hidden'}>
          {!days && <AgendaSkeleton />}
          {days?.length === 0 && <NothingThatMonth month={month} search={search} />}
          {days && days.length > 0 && <Agenda days={days} today={today} search={search} />}
        </div>
      )}
    </>
  )
}

/** Today, else the first day that has something to show, else the first. */
function shownDay(month: string, today: string, days: CalendarDay[] | undefined): string {
  return monthOf(today) === month ? today : (days?.[0]?.day ?? `${month}-01`)
}

function NothingThatMonth({ month, search }: { month: string; search: CalendarSearch }) {
  const next = addMonths(month, 1)
  const { day, ...rest } = search
  return (
    <EmptyState
      title="Aucun évènement trouvé."
      action={
        <Link
          to="/calendar"
          search={{ ...rest, month: next }}
          resetScroll={false}
          className={buttonClass({ variant: 'outline' })}
        >
          {monthTitle(next)}
        </Link>
      }
    >
      Essayez un autre mois, une autre ville ou moins de filtres.
    </EmptyState>
  )
}
