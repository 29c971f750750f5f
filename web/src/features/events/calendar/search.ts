// What the address of /calendar says.
import { isoDate, utc } from '@/lib/dates'
import { type EventFilters, parseEventFilters } from '../filters'

export type CalendarSearch = Pick<EventFilters, 'category' | 'town'> & {
  /** YYYY-MM; without it the current one. */
  month?: string
  /** YYYY-MM-DD: the day that is open. */
  day?: string
  /** Without it the screen decides: the agenda on phones, the month on wider ones. */
  view?: 'month' | 'agenda'
}

/** Strange values are dropped, as is a day outside the month. */
export function parseCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { category, town } = parseEventFilters(search)
  const { view } = search
  const day = realDay(search.day)
  const month = realDay(`${search.month}-01`)?.slice(0, 7) ?? day?.slice(0, 7)
  return {
    ...(month && { month }),
    ...(day && day.slice(0, 7) === month && { day }),
    ...((view === 'month' || view === 'agenda') && { view }),
    ...(category && { category }),
    ...(town && { town }),
  }
}

/** A day that exists, in this century. */
function realDay(value: unknown): string | undefined {
  const time = typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) ? utc(value) : Number.NaN
  return !Number.isNaN(time) && isoDate(time) === value ? value : undefined
}
