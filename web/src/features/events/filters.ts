// What narrows the list of events, as the address says it. What the schema reads is part of the query key, which the
// server builds alike.
import * as v from 'valibot'
import type { Category, Town } from '@/api/generated/types.gen'
import { TOWNS } from '@/lib/fixed-lists'
import { firstText, param, searchSchema, someOf } from '@/lib/search-schema'
import { CATEGORIES, type DATE_RANGES } from './catalog'

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
  /** "latitude,longitude,kilometres": nothing farther from there. No field sets it; a link may. */
  location?: string
  limit?: number
  /** Where the list is open: of a link, for who has no scripts. */
  page?: number
}

const RANGES = ['today', 'tomorrow', 'week', 'month'] as const satisfies (keyof typeof DATE_RANGES)[]

/** Empty fields of a form and "all" mean no filter. */
export const eventFiltersSchema = searchSchema(
  {
    name: param(
      v.pipe(
        firstText,
        v.trim(),
        v.transform((name) => name.slice(0, 100)),
        v.minLength(1),
      ),
    ),
    category: someOf(CATEGORIES),
    town: someOf(TOWNS),
    date_range: param(v.pipe(firstText, v.picklist(RANGES))),
    month: whole(0, 11),
    is_free: param(v.pipe(firstText, v.picklist(['true', 'false']))),
    recent: param(v.pipe(firstText, v.picklist(['true']))),
    near: param(v.pipe(firstText, v.check(isPlace))),
    location: param(v.pipe(firstText, v.check(isCircle))),
    limit: whole(1, 50),
    page: whole(2, 1_000_000_000),
  },
  // One order at a time: the newest first leaves nothing to distance.
  ({ near, ...filters }) => ({ ...filters, ...(!filters.recent && { near }) }),
)

/** Those that the calendar and the map have, too. */
export const placeParams = { category: someOf(CATEGORIES), town: someOf(TOWNS) }

function whole(least: number, most: number) {
  return param(
    v.pipe(
      firstText,
      v.regex(/^\d{1,10}$/),
      v.transform(Number),
      v.check((number) => number >= least && number <= most),
    ),
  )
}

/** A place, and how far around it: at most half the circumference of the earth. */
function isCircle(text: string): boolean {
  const [, place = '', km] = /^(.+),(\d+(?:\.\d+)?)$/.exec(text) ?? []
  return isPlace(place) && Number(km) > 0 && Number(km) <= 20_038
}

/** "latitude,longitude" of a place on earth. */
function isPlace(text: string): boolean {
  const [latitude = 0, longitude = 0] = text.split(',').map((part) => Math.abs(Number(part)))
  return /^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(text) && latitude <= 90 && longitude <= 180
}
