// What the address of /calendar says.
import * as v from 'valibot'
import { isoDate, utc } from '@/lib/dates'
import { param, searchSchema } from '@/lib/search-schema'
import { type EventFilters, placeParams } from '../filters'

export type CalendarSearch = Pick<EventFilters, 'category' | 'town'> & {
  /** YYYY-MM; without it the current one. */
  month?: string
  /** YYYY-MM-DD: the day that is open. */
  day?: string
  /** Without it the screen decides: the agenda on phones, the month on wider ones. */
  view?: 'month' | 'agenda'
}

export const calendarSearchSchema = searchSchema(
  {
    month: param(
      v.pipe(
        v.string(),
        v.check((month) => isRealDay(`${month}-01`)),
      ),
    ),
    day: param(v.pipe(v.string(), v.check(isRealDay))),
    view: param(v.picklist(['month', 'agenda'])),
    ...placeParams,
  },
  // A day outside the month is none; alone it tells the month.
  ({ day, month = day?.slice(0, 7), ...search }): CalendarSearch => ({
    month,
    ...(day?.slice(0, 7) === month && { day }),
    ...search,
  }),
)

/** Whether it exists, in this century. */
function isRealDay(day: string): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(day) ? utc(day) : Number.NaN
  return !Number.isNaN(time) && isoDate(time) === day
}
