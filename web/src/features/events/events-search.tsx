// The fields in the hero of /events: category, text, go.
import { SearchButton } from '@/ui/search-button'
import { Select } from '@/ui/select'
import { CATEGORIES } from './catalog'
import { FurtherValues } from './filter-form'
import type { EventFilters } from './filters'

const OPTIONS = [
  { value: '', label: 'Toutes catégories' },
  ...CATEGORIES.map((category) => ({ value: category, label: category })),
]

const cell = 'min-h-12 w-full min-w-0 rounded-xl bg-transparent pl-3 text-base outline-offset-0'

export function EventsSearch({ filters }: { filters: EventFilters }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 md:grid-cols-[13.5rem_minmax(0,1fr)_auto] md:gap-0">
      <Select
        bare
        name="category"
        aria-label="Catégorie"
        options={OPTIONS}
        defaultValue={filters.category?.[0] ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className={`${cell} font-semibold max-md:col-span-2 max-md:bg-sunken md:border-r md:border-line md:rounded-r-none`}
      />
      <input
        type="search"
        name="name"
        aria-label="Chercher votre évènement"
        placeholder="Chercher votre évènement..."
        defaultValue={filters.name ?? ''}
        maxLength={100}
        className={`${cell} md:pl-4`}
      />
      {/* What links brought along stays when the form is sent. */}
      <FurtherValues name="category" filters={filters} />
      {filters.month !== undefined && <input type="hidden" name="month" value={filters.month} />}
      {filters.recent && <input type="hidden" name="recent" value={filters.recent} />}
      {filters.near && <input type="hidden" name="near" value={filters.near} />}
      {filters.location && <input type="hidden" name="location" value={filters.location} />}
      {filters.limit && <input type="hidden" name="limit" value={filters.limit} />}
      <SearchButton />
    </div>
  )
}
