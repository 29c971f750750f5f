// The filters in force, each one a link to the list without it.
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ActiveFilter } from './filters'

type ActiveFiltersProps = {
  active: readonly ActiveFilter[]
  /** The link goes with its filter, and the focus needs another place. */
  onRemove: () => void
}

export function ActiveFilters({ active, onRemove }: ActiveFiltersProps) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Filtres actifs" className="mt-3 flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <Link
            to="/events"
            search={without}
            resetScroll={false}
            // A list with fewer filters is another page.
            activeOptions={{ exact: true }}
            onClick={onRemove}
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
            activeOptions={{ exact: true }}
            onClick={onRemove}
            className="flex min-h-11 items-center px-2 text-[0.9375rem] text-muted underline underline-offset-4 hover:text-ink"
          >
            Tout effacer
          </Link>
        </li>
      )}
    </ul>
  )
}
