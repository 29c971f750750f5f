// Filters as a form: what its fields say, and what stands in them unseen. The selects name one town
// and one category; an address may name more, and they are carried along.

import { readSearch } from '@/lib/search-schema'
import { type EventFilters, eventFiltersSchema } from './filters'

type Listed = 'category' | 'town'

/** The values after the one that the select shows. It stands after the select: the order in the form is the list's. */
export function FurtherValues({
  name,
  filters,
  form,
}: {
  name: Listed
  filters: EventFilters
  form?: string
}) {
  return filters[name]
    ?.slice(1)
    .map((value) => <input key={value} type="hidden" form={form} name={name} value={value} />)
}

/** What the form says now that these filters have shown. */
export function readFilterForm(form: HTMLFormElement, shown: EventFilters): EventFilters {
  const fields = new FormData(form)
  const list = (name: Listed) => {
    const [first = '', ...further] = fields.getAll(name)
    // Another choice stands for all that were there.
    return first === (shown[name]?.[0] ?? '') ? [first, ...further] : [first]
  }
  return readSearch(eventFiltersSchema, {
    ...Object.fromEntries(fields),
    category: list('category'),
    town: list('town'),
  })
}
