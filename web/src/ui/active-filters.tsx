// The filters in force, each one a link to the list without it.
import { Link, type LinkProps } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type ActiveFiltersProps = {
  /** Each as a person reads it, and the way to the list without it. */
  active: readonly { label: string; without: Pick<LinkProps, 'to' | 'search'> }[]
  /** The link goes with its filter, and the focus needs another place. */
  onRemove: () => void
  /** The way to a list without any. */
  reset: ReactNode
}

export function ActiveFilters({ active, onRemove, reset }: ActiveFiltersProps) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Filtres actifs" className="mt-3 flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <Link
            {...without}
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
      {reset && <li>{reset}</li>}
    </ul>
  )
}
