// The panel "Filtres": price, date, town. Its fields belong to the form in the hero and apply at once. On a phone it lies
// over the page, at the thumb.
import { SlidersHorizontal } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { TOWNS } from '@/lib/fixed-lists'
import { buttonClass } from '@/ui/button'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { usePopover } from '@/ui/use-popover'
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
  const panel = useRef<HTMLDivElement>(null)
  const { isHidden, close, ofButton, ofPanel } = usePopover(panel)
  const apply = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    event.currentTarget.form?.requestSubmit()

  return (
    <aside aria-label="Filtres" className="lg:sticky lg:top-22 lg:self-start">
      <button
        type="button"
        {...ofButton}
        className="flex min-h-12 w-full items-center gap-2 rounded-2xl bg-card px-4 font-semibold shadow-lift lg:hidden"
      >
        <SlidersHorizontal className="size-4.5 text-copper" aria-hidden="true" />
        Filtres
        {count > 0 && (
          <span className="figures grid size-6 place-items-center rounded-full bg-malachite text-sm text-on-malachite">
            {count}
          </span>
        )}
      </button>
      <div
        ref={panel}
        {...ofPanel}
        className={`sheet mt-auto max-h-[90dvh] w-full overflow-y-auto overscroll-contain bg-card p-5 text-ink shadow-lift-high max-lg:rounded-t-3xl lg:static lg:block lg:rounded-3xl lg:shadow-lift ${isHidden ? 'max-lg:hidden' : ''}`}
      >
        <div className="grid gap-5">
          <h2 className="text-xl">Filtres</h2>
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
            popoverTarget={ofPanel.id}
            popoverTargetAction="hide"
            onClick={() => {
              close()
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
      </div>
    </aside>
  )
}
