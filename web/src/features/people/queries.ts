// The queries of the people screens as values: screens use them, routes warm them, the server fills them by the same keys.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getUser, listEvents, listFollowing, listUsers } from '@/api/generated/sdk.gen'
import type { Followed, GetUserResponse, ListEventsResponse, User } from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { eventKeys } from '@/lib/query-keys/events'
import { peopleKeys } from '@/lib/query-keys/people'
import type { DirectoryFilters } from './filters'

/** Somebody in a list; a profile tells more. */
export type ListedPerson = User
export type Person = GetUserResponse
export type Provider = NonNullable<Person['provider']>
export type PersonEvent = ListEventsResponse['results'][number]

const FRESH = 5 * 60_000
/** Whoever reads a profile at length still comes back to the same place in the list. */
const KEPT = 30 * 60_000
const PAGE_SIZE = 10
const EVENTS_SHOWN = 6

/** Everybody who passes the filters, page by page. */
export function peopleListQuery(filters: DirectoryFilters) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.list(filters),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, page: pageParam, limit: PAGE_SIZE }
      const { data } = await listUsers({ query, signal, throwOnError: true })
      return data
    },
    initialPageParam: filters.page ?? 1,
    getNextPageParam: (last) => pageNumber(last.next),
    staleTime: FRESH,
    gcTime: KEPT,
  })
}

/** One person; null when there is none under that number. */
export function personQuery(id: number) {
  return queryOptions({
    queryKey: peopleKeys.detail(id),
    queryFn: ({ signal }) =>
      orNull(getUser({ path: { id }, signal, throwOnError: true, meta: { quiet: [404] } })),
    staleTime: FRESH,
  })
}

/** The public events of a person: those to come first, so that a short page has them. */
export function personEventsQuery(id: number) {
  const query = { owner: id, limit: EVENTS_SHOWN }
  return queryOptions({
    queryKey: eventKeys.page(query),
    queryFn: async ({ signal }) => {
      const { data } = await listEvents({ query, signal, throwOnError: true })
      return data
    },
    staleTime: FRESH,
  })
}

/**
 * Whom the signed-in person follows. Their number is in the key: on a shared phone the next person to sign in
 * must not meet the list of the one before.
 */
export function followingQuery(viewerId: number) {
  return queryOptions({
    queryKey: peopleKeys.following(viewerId),
    queryFn: async ({ signal }): Promise<Followed[]> => {
      // Quiet: nobody asked for it, and the buttons can do without.
      const { data } = await listFollowing({ signal, throwOnError: true, meta: { quiet: true } })
      return data
    },
    staleTime: FRESH,
    meta: PRIVATE,
  })
}
