// The panel "Filtres": price, date, town. Its fields belong to the form in the hero and apply at once.
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { TOWNS } from '@/lib/fixed-lists'
import { buttonClass } from '@/ui/button'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { DATE_RANGES } from './catalog'
import { FurtherValues } from './filter-form'
import type { EventFilters } from './filters'

const PRICES = [
  { value: '', label: 'Tous' },
  { value: 'true', label: 'Gratuit' },
  { value: 'false', label: 'Payant' },
]

const DATES = [
  { value: 'all', label: 'Toutes les dates' },
  ...Object.entries(DATE_RANGES).map(([value, label]) => ({ value, label })),
]

const TOWN_OPTIONS = [
  { value: '', label: 'Toutes les villes' },
  ...TOWNS.map((town) => ({ value: town, label: town })),
]

type EventsFiltersProps = {
  formId: string
  filters: EventFilters
  /** What the button below the fields says: how much they find. */
  found: string
  /** The panel was closed to look at what was found. */
  onDone: () => void
}

export function EventsFilters({ formId, filters, found, onDone }: EventsFiltersProps) {
  const { is_free, date_range, month, town } = filters
  const count = [is_free, date_range, month, town].filter((value) => value !== undefined).length
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const apply = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    event.currentTarget.form?.requestSubmit()

  return (
    <aside aria-label="Filtres" className="lg:sticky lg:top-22 lg:self-start">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-2 rounded-2xl bg-card px-4 font-semibold shadow-lift lg:hidden noscript:hidden"
      >
        <SlidersHorizontal className="size-4.5 text-copper" aria-hidden="true" />
        Filtres
        {count > 0 && (
          <span className="figures grid size-6 place-items-center rounded-full bg-malachite text-sm text-on-malachite">
            {count}
          </span>
        )}
        <ChevronDown
          className={`ml-auto size-5 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
          aria-hidden="true"
        />
      </button>
      <div
        id={panelId}
        className={`gap-5 rounded-3xl bg-card p-5 shadow-lift max-lg:mt-2 lg:grid noscript:grid ${open ? 'grid' : 'max-lg:hidden'}`}
      >
        <h2 className="text-xl max-lg:sr-only">Filtres</h2>
        <fieldset>
          <legend className="mb-1.5 text-[0.9375rem] font-semibold">Tarif</legend>
          <div className="flex rounded-xl bg-sunken p-1">
            {PRICES.map((price) => (
              <label
                key={price.label}
                className="grid min-h-11 flex-1 cursor-pointer place-items-center rounded-lg text-[0.9375rem] font-semibold text-muted transition-colors hover:text-ink has-checked:bg-card has-checked:text-malachite has-checked:shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-malachite"
              >
                <input
                  type="radio"
                  form={formId}
                  name="is_free"
                  value={price.value}
                  defaultChecked={price.value === (filters.is_free ?? '')}
                  onChange={apply}
                  className="sr-only"
                />
                {price.label}
              </label>
            ))}
          </div>
        </fieldset>
        <Field label="Date">
          {(aria) => (
            <Select
              {...aria}
              form={formId}
              name="date_range"
              options={DATES}
              defaultValue={filters.date_range ?? 'all'}
              onChange={apply}
            />
          )}
        </Field>
        <Field label="Ville">
          {(aria) => (
            <Select
              {...aria}
              form={formId}
              name="town"
              options={TOWN_OPTIONS}
              defaultValue={filters.town?.[0] ?? ''}
              onChange={apply}
            />
          )}
        </Field>
        <FurtherValues name="town" filters={filters} form={formId} />
        {/* On a phone the open panel stands above the results. */}
        <button
          type="button"
          onClick={() => {
            setOpen(false)
            onDone()
          }}
          className={buttonClass({ size: 'lg', className: 'lg:hidden noscript:hidden' })}
        >
          {found}
        </button>
        <noscript>
          <button type="submit" form={formId} className={buttonClass({ className: 'w-full' })}>
            Appliquer
          </button>
        </noscript>
      </div>
    </aside>
  )
}
