// One's own events as the server keeps them. What changes them is in mutations.ts.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getInvitation, listMyEvents } from '@/api/generated/sdk.gen'
import type {
  CreateEventData,
  CreateEventResponse,
  GetInvitationResponse,
  MyEventsPage,
} from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { eventKeys } from '@/lib/query-keys/events'

export type MyEvent = CreateEventResponse
export type EventFields = CreateEventData['body']
export type Invitation = GetInvitationResponse

const PAGE_SIZE = 12

type MyEventsFilters = { when: 'upcoming' | 'past'; search?: string }

export function myEventsQuery(filters: MyEventsFilters) {
  return infiniteQueryOptions({
    queryKey: eventKeys.myList(filters),
    queryFn: async ({ pageParam, signal }): Promise<MyEventsPage> => {
      const query = { ...filters, page: pageParam, limit: PAGE_SIZE }
      const { data } = await listMyEvents({ query, signal, throwOnError: true })
      return 'results' in data ? data : { count: 1, results: [data] }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}

/** One of one's own events; null when there is none. Somebody else's fails with 403, which the screen tells. */
export function myEventQuery(id: number) {
  return queryOptions({
    queryKey: eventKeys.myEvent(id),
    queryFn: async ({ signal }) => {
      const call = { query: { id }, signal, throwOnError: true, meta: { quiet: [403, 404] } } as const
      const answer = await orNull(listMyEvents(call))
      // With an id the answer is that one event, not a page.
      return answer && 'results' in answer ? null : answer
    },
    meta: PRIVATE,
  })
}

/** What an invitation is for; null when its link is dead. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: eventKeys.invitation(token),
    queryFn: ({ signal }) =>
      orNull(getInvitation({ path: { token }, signal, throwOnError: true, meta: { quiet: [404] } })),
    meta: PRIVATE,
  })
}
