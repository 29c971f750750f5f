// The queries of the event screens as values: screens use them, routes warm them, the server fills them by the same keys.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getEvent, listEvents, listSimilarEvents, listTrendingEvents } from '@/api/generated/sdk.gen'
import type { Event, ListEventsResponse } from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { currentMonth } from '@/lib/dates'
import { pageNumber } from '@/lib/paging'
import { eventKeys } from '@/lib/query-keys/events'
import type { EventFilters } from './filters'

export type { Event }
export type TicketType = Event['ttype'][number]

const FRESH = 5 * 60_000
/** Whoever reads an event at length still comes back to the same place in the list. */
const KEPT = 30 * 60_000
const PAGE_SIZE = 12

/** All events that pass the filters, page by page. */
export function eventsListQuery(filters: EventFilters) {
  return infiniteQueryOptions({
    queryKey: eventKeys.list(filters),
    queryFn: ({ pageParam, signal }) => fetchPage({ limit: PAGE_SIZE, ...filters, page: pageParam }, signal),
    initialPageParam: filters.page ?? 1,
    getNextPageParam: (last) => pageNumber(last.next),
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** One short page of events: the blocks of the home page. */
function eventsPageQuery(filters: EventFilters & { limit: number }) {
  return queryOptions({
    queryKey: eventKeys.page(filters),
    queryFn: ({ signal }) => fetchPage(filters, signal),
    staleTime: FRESH,
  })
}

export function homeQueries(now: number) {
  return {
    today: eventsPageQuery({ date_range: 'today', limit: 4 }),
    // As many more as may be today's, which are left out of it.
    month: eventsPageQuery({ month: currentMonth(now), limit: 8 }),
    next: eventsPageQuery({ limit: 6 }),
  }
}

/** What people look at and buy these days. */
export const trendingQuery = queryOptions({
  queryKey: eventKeys.trending,
  queryFn: async ({ signal }) => (await listTrendingEvents({ signal, throwOnError: true })).data,
  staleTime: FRESH,
})

/** A few others for whoever looks at this one. */
export function similarQuery(id: number) {
  return queryOptions({
    queryKey: eventKeys.similar(id),
    queryFn: async ({ signal }) =>
      (await listSimilarEvents({ path: { id }, signal, throwOnError: true, meta: { quiet: [404] } })).data,
    staleTime: FRESH,
  })
}

/** One event; null when there is none under that number. */
export function eventQuery(id: number) {
  return queryOptions({
    queryKey: eventKeys.detail(id),
    queryFn: ({ signal }): Promise<Event | null> =>
      orNull(getEvent({ path: { id }, signal, throwOnError: true, meta: { quiet: [404] } })),
    staleTime: FRESH,
  })
}

/** Yes-or-no filters are words in the address and in the query key, but booleans to the API. */
async function fetchPage(
  { is_free, recent, ...query }: EventFilters & { page?: number },
  signal: AbortSignal,
): Promise<ListEventsResponse> {
  const { data } = await listEvents({
    query: {
      ...query,
      ...(is_free && { is_free: is_free === 'true' }),
      ...(recent && { recent: true }),
    },
    signal,
    throwOnError: true,
  })
  return data
}
