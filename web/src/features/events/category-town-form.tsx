// Category and town, the two filters of calendar and map: they apply at once, and by a button without scripts.
import type { FormEvent, ReactNode } from 'react'
import { TOWNS } from '@/lib/fixed-lists'
import { buttonClass } from '@/ui/button'
import { Select } from '@/ui/select'
import { useFilterForm } from '@/ui/use-filter-form'
import { CATEGORIES } from './catalog'
import { FurtherValues, readFilterForm } from './filter-form'
import type { EventFilters } from './filters'

export type CategoryAndTown = Pick<EventFilters, 'category' | 'town'>

// Short: on a phone both stand in one line.
const CATEGORY_OPTIONS = [
  { value: '', label: 'Catégories' },
  ...CATEGORIES.map((category) => ({ value: category, label: category })),
]

const TOWN_OPTIONS = [{ value: '', label: 'Villes' }, ...TOWNS.map((town) => ({ value: town, label: town }))]

const field = 'min-w-0 flex-1 max-sm:pr-7 max-sm:pl-3 max-sm:text-[0.9375rem] sm:flex-none'

type CategoryTownFormProps = {
  action: string
  filters: CategoryAndTown
  onApply: (filters: CategoryAndTown) => void
  /** Hidden fields: what else the address holds. */
  children?: ReactNode
}

export function CategoryTownForm({ action, filters, onApply, children }: CategoryTownFormProps) {
  const form = useFilterForm(filters, {
    category: filters.category?.[0] ?? '',
    town: filters.town?.[0] ?? '',
  })

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { category, town } = readFilterForm(event.currentTarget, filters)
    onApply({ ...(category && { category }), ...(town && { town }) })
  }

  return (
    <form ref={form} action={action} onSubmit={apply} className="flex flex-wrap gap-2 max-sm:w-full">
      {children}
      <Select
        name="category"
        aria-label="Catégorie"
        options={CATEGORY_OPTIONS}
        defaultValue={filters.category?.[0] ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className={`${field} max-sm:grow-[1.15] sm:w-52`}
      />
      <Select
        name="town"
        aria-label="Ville"
        options={TOWN_OPTIONS}
        defaultValue={filters.town?.[0] ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className={`${field} sm:w-44`}
      />
      <FurtherValues name="category" filters={filters} />
      <FurtherValues name="town" filters={filters} />
      <noscript>
        <button type="submit" className={buttonClass({ className: 'min-h-12' })}>
          Appliquer
        </button>
      </noscript>
    </form>
  )
}
