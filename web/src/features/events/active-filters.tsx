// The filters in force, each one a link to the list without it.
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ActiveFilter } from './filters'

export function ActiveFilters({ active }: { active: readonly ActiveFilter[] }) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Filtres actifs" className="mt-3 flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <Link
            to="/events"
            search={without}
            resetScroll={false}
            aria-label={`Retirer le filtre ${label}`}
            className="flex min-h-11 items-center gap-1.5 rounded-full bg-green-soft pr-3 pl-4 text-[0.9375rem] font-semibold text-malachite transition-colors hover:bg-malachite hover:text-on-malachite"
          >
            <span className="truncate">{label}</span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link
            to="/events"
            resetScroll={false}
            className="flex min-h-11 items-center px-2 text-[0.9375rem] text-muted underline underline-offset-4 hover:text-ink"
          >
            Tout effacer
          </Link>
        </li>
      )}
    </ul>
  )
}
