import { queryOptions } from '@tanstack/react-query'
import { getCalendar } from '@/api/generated/sdk.gen'
import type { GetCalendarResponse } from '@/api/generated/types.gen'
import { todayIn } from '@/lib/dates'
import { eventKeys } from '@/lib/query-keys/events'
import type { EventFilters } from '../filters'
import { eventsListQuery } from '../queries'
import { monthOf } from './month'
import type { CalendarSearch } from './search'

export type Calendar = GetCalendarResponse
export type CalendarDay = Calendar['days'][number]
export type CalendarFilters = Pick<EventFilters, 'category' | 'town'> & { month: string }

/** The month the address asks for, else the current one at home: always part of the key, as on the server. */
export function calendarFilters({ month, category, town }: CalendarSearch, now: number): CalendarFilters {
  return {
    month: month ?? monthOf(todayIn('Lubumbashi', now)),
    ...(category && { category }),
    ...(town && { town }),
  }
}

export function calendarQuery(filters: CalendarFilters) {
  return queryOptions({
    queryKey: eventKeys.calendar(filters),
    queryFn: async ({ signal }): Promise<Calendar> => {
      const { data } = await getCalendar({ query: filters, signal, throwOnError: true })
      return data
    },
    staleTime: 5 * 60_000,
  })
}

/** All events of one day. */
export function dayQuery(day: string, { category, town }: CalendarSearch) {
  return eventsListQuery({ day, ...(category && { category }), ...(town && { town }) })
}
