// The row of activities: links that choose one, or let go of the chosen one. On phones it scrolls within itself.
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ACTIVITIES } from '@/lib/fixed-lists'
import { toggledActivity } from './directory-words'
import type { DirectoryFilters } from './filters'

const CHOSEN = 'border-malachite bg-malachite text-on-malachite hover:bg-malachite-strong'
const OPEN = 'border-line-strong/60 bg-card text-ink hover:border-malachite hover:bg-green-soft'

export function ActivityChips({ filters }: { filters: DirectoryFilters }) {
  const row = useRef<HTMLUListElement>(null)

  // Brings the chosen chip into the row's view, and moves nothing but the row.
  useEffect(() => {
    const list = row.current
    const chip = filters.activity && list?.querySelector<HTMLElement>('[aria-current]')
    if (list && chip) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2
  }, [filters.activity])

  return (
    <nav aria-label="Domaines d'activité">
      <ul
        ref={row}
        className="relative -mx-4 flex gap-2 overflow-x-auto overscroll-x-contain px-4 py-1.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
      >
        {ACTIVITIES.map((activity) => {
          const chosen = filters.activity === activity
          return (
            <li key={activity} className="shrink-0">
              <Link
                to="/users"
                search={toggledActivity(filters, activity)}
                resetScroll={false}
                // The link of the chosen chip leads to the list without it, which is not where we are.
                activeOptions={{ exact: true }}
                aria-current={chosen || undefined}
                className={`flex min-h-11 items-center rounded-full border px-4 text-[0.9375rem] font-semibold whitespace-nowrap transition-colors ${chosen ? CHOSEN : OPEN}`}
              >
                {activity}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
