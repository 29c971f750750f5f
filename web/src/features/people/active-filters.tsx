// The filters in force, each a link to the list without it, and the way back to everybody.
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { buttonClass } from '@/ui/button'
import { activeFilters } from './directory-words'
import type { DirectoryFilters } from './filters'

type ActiveFiltersProps = {
  filters: DirectoryFilters
  /** The link goes with its filter, and the focus needs another place. */
  onRemove: () => void
}

export function ActiveFilters({ filters, onRemove }: ActiveFiltersProps) {
  const active = activeFilters(filters)
  if (active.length === 0) return null
  return (
    <ul aria-label="Filtres actifs" className="mt-3 flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <Link
            to="/users"
            search={without}
            resetScroll={false}
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
      <li>
        <ResetLink variant="quiet" onReset={onRemove} />
      </li>
    </ul>
  )
}

type ResetLinkProps = { variant: 'quiet' | 'primary'; onReset: () => void }

export function ResetLink({ variant, onReset }: ResetLinkProps) {
  return (
    <Link
      to="/users"
      resetScroll={false}
      activeOptions={{ exact: true }}
      onClick={onReset}
      className={buttonClass({ variant })}
    >
      Réinitialiser
    </Link>
  )
}
