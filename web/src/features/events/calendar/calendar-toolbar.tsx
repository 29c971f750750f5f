// Which month, and which of its two faces.
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { buttonClass } from '@/ui/button'
import { addMonths, monthTitle } from './month'
import type { CalendarSearch } from './search'

type View = NonNullable<CalendarSearch['view']>

const VIEWS: { view: View; label: string }[] = [
  { view: 'month', label: 'Mois' },
  { view: 'agenda', label: 'Agenda' },
]

type MonthSwitchProps = { month: string; currentMonth: string; search: CalendarSearch }

export function MonthSwitch({ month, currentMonth, search }: MonthSwitchProps) {
  const name = useRef<HTMLParagraphElement>(null)
  const { day, ...rest } = search
  const step = (count: number, label: string, Icon: typeof ChevronLeft) => {
    const target = addMonths(month, count)
    return (
      <Link
        to="/calendar"
        search={{ ...rest, month: target }}
        resetScroll={false}
        aria-label={`${label} : ${monthTitle(target)}`}
        className={buttonClass({ variant: 'outline', size: 'icon' })}
      >
        <Icon className="size-5" aria-hidden="true" />
      </Link>
    )
  }
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      {step(-1, 'Mois précédent', ChevronLeft)}
      <p
        ref={name}
        tabIndex={-1}
        aria-live="polite"
        className="min-w-44 text-center font-display text-xl font-bold tracking-tight max-sm:flex-1 md:text-2xl"
      >
        {monthTitle(month)}
      </p>
      {step(1, 'Mois suivant', ChevronRight)}
      {month !== currentMonth && (
        <Link
          to="/calendar"
          search={{ ...rest, month: undefined }}
          resetScroll={false}
          // Otherwise the calendar of another month would be this link's page, too.
          activeOptions={{ exact: true }}
          // The link goes once it is followed.
          onClick={() => name.current?.focus({ preventScroll: true })}
          className={buttonClass({ variant: 'quiet', className: 'max-sm:hidden' })}
        >
          Ce mois-ci
        </Link>
      )}
    </div>
  )
}

/** Without a choice in the address the screen's width decides, so each width has its own mark. */
export function ViewSwitch({ search }: { search: CalendarSearch }) {
  if (search.view) return <Views current={search.view} search={search} />
  return (
    <>
      <Views current="agenda" search={search} className="md:hidden" />
      <Views current="month" search={search} className="max-md:hidden" />
    </>
  )
}

function Views({
  current,
  search,
  className = '',
}: {
  current: View
  search: CalendarSearch
  className?: string
}) {
  return (
    <nav aria-label="Affichage" className={`flex rounded-xl bg-sunken p-1 max-sm:w-full ${className}`}>
      {VIEWS.map(({ view, label }) => (
        <Link
          key={view}
          to="/calendar"
          search={{ ...search, view }}
          resetScroll={false}
          replace
          activeOptions={{ exact: true }}
          aria-current={view === current || undefined}
          className="grid min-h-11 flex-1 place-items-center rounded-lg px-5 text-[0.9375rem] font-semibold text-muted transition-colors hover:text-ink aria-[current]:bg-card aria-[current]:text-malachite aria-[current]:shadow-lift"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
