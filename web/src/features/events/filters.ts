// What narrows the list of events: read from the address, written back to it, shown as removable badges.
// The object that `parseEventFilters` returns is part of the query key, which the server builds alike.
import type { Category, Town } from '@/api/generated/types.gen'
import { monthName } from '@/lib/dates'
import { TOWNS } from '@/lib/fixed-lists'
import { CATEGORIES, DATE_RANGES } from './catalog'

export type EventFilters = {
  name?: string
  category?: Category[]
  town?: Town[]
  date_range?: keyof typeof DATE_RANGES
  month?: number
  /** YYYY-MM-DD; of the calendar only, /events doesn't read it. */
  day?: string
  is_free?: 'true' | 'false'
  recent?: 'true'
  near?: string
  limit?: number
}

/** Keeps what is known and set: empty fields of a form and "all" mean no filter, strange values are dropped. */
export function parseEventFilters(search: Record<string, unknown>): EventFilters {
  const name = first(search.name)?.trim().slice(0, 100)
  const category = known(search.category, CATEGORIES)
  const town = known(search.town, TOWNS)
  const range = first(search.date_range)
  const month = whole(search.month, 0, 11)
  const isFree = first(search.is_free)
  const isRecent = first(search.recent) === 'true'
  const near = first(search.near)
  const limit = whole(search.limit, 1, 50)
  return {
    ...(name && { name }),
    ...(category.length > 0 && { category }),
    ...(town.length > 0 && { town }),
    ...(isRange(range) && { date_range: range }),
    ...(month !== undefined && { month }),
    ...((isFree === 'true' || isFree === 'false') && { is_free: isFree }),
    // One order at a time: the newest first leaves nothing to distance.
    ...(isRecent ? { recent: 'true' as const } : near && isPlace(near) && { near }),
    ...(limit !== undefined && { limit }),
  }
}

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

function values(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item) => item !== undefined && item !== null).map(String)
}

function first(value: unknown): string | undefined {
  return values(value)[0]
}

function known<Item extends string>(value: unknown, list: readonly Item[]): Item[] {
  return [...new Set(values(value))].flatMap((text) => list.find((item) => item === text) ?? [])
}

function whole(value: unknown, least: number, most: number): number | undefined {
  const text = first(value)
  if (!text || !/^\d{1,3}$/.test(text)) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}

/** "latitude,longitude" of a place on earth. */
function isPlace(text: string): boolean {
  const [latitude = 0, longitude = 0] = text.split(',').map((part) => Math.abs(Number(part)))
  return /^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(text) && latitude <= 90 && longitude <= 180
}

function isRange(value: string | undefined): value is keyof typeof DATE_RANGES {
  return value !== undefined && Object.hasOwn(DATE_RANGES, value)
}
