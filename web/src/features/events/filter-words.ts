// The filters in force as people read them: the badges above the list, and its heading.
import { monthName } from '@/lib/dates'
import { DATE_RANGES } from './catalog'
import type { EventFilters } from './filters'

/** A filter as a person reads it, and the filters without it. */
export type ActiveFilter = { label: string; without: EventFilters }

export function activeFilters(filters: EventFilters): ActiveFilter[] {
  const { category = [], town = [] } = filters
  const without = (key: keyof EventFilters): EventFilters => {
    const { [key]: _, ...rest } = filters
    return rest
  }
  const withoutOne = (key: 'category' | 'town', value: string): EventFilters => {
    const left = filters[key]?.filter((item) => item !== value) ?? []
    return left.length > 0 ? { ...filters, [key]: left } : without(key)
  }
  return [
    ...(filters.name ? [{ label: `« ${filters.name} »`, without: without('name') }] : []),
    ...category.map((value) => ({ label: value, without: withoutOne('category', value) })),
    ...town.map((value) => ({ label: value, without: withoutOne('town', value) })),
    ...(filters.date_range
      ? [{ label: DATE_RANGES[filters.date_range], without: without('date_range') }]
      : []),
    ...(filters.month === undefined
      ? []
      : [{ label: capital(monthName(filters.month)), without: without('month') }]),
    ...(filters.is_free
      ? [{ label: filters.is_free === 'true' ? 'Gratuit' : 'Payant', without: without('is_free') }]
      : []),
    ...(filters.recent ? [{ label: 'Ajoutés récemment', without: without('recent') }] : []),
    ...(filters.near ? [{ label: 'Près de moi', without: without('near') }] : []),
    ...(filters.location
      ? [{ label: `À ${filters.location.split(',')[2]} km au plus`, without: without('location') }]
      : []),
  ]
}

/** "Concerts à Goma", "Tous les évènements": what the list below is. */
export function listTitle({ category = [], town = [] }: EventFilters): string {
  const what = category.length === 1 ? category[0] : category.length > 1 ? 'Évènements choisis' : null
  const where = town.length === 1 ? ` à ${town[0]}` : ''
  if (what) return `${what}${where}`
  return where ? `Évènements${where}` : 'Tous les évènements'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
