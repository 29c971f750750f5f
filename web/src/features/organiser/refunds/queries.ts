// What goes back to the buyers of an event, and what its holders ask for. What changes it is in mutations.ts.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { listRefundRequests, listRefunds } from '@/api/generated/sdk.gen'
import type { ListRefundRequestsResponse, ListRefundsResponse } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type Refund = ListRefundsResponse['results'][number]
export type RefundState = Refund['state']
export type RefundRequest = ListRefundRequestsResponse['results'][number]

const PAGE_SIZE = 20
/** How often what the provider is asked for is looked at. */
const LOOK_AGAIN = 10_000

/** The refunds of an event that stand so, the latest first. */
export function refundsQuery(eventId: number, state: RefundState) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.refundsIn(eventId, state),
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, page: pageParam, limit: PAGE_SIZE }
      return (await listRefunds({ path: { id: eventId }, query, signal, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}

/** Those that the provider is asked for: they turn into something else by themselves. */
export function refundsUnderWayQuery(eventId: number) {
  return infiniteQueryOptions({
    ...refundsQuery(eventId, 'requested'),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.count ? LOOK_AGAIN : false),
  })
}

/** What holders have asked for and nobody has answered. */
export function openRequestsQuery(eventId: number) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.refundRequests(eventId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { state: 'open', page: pageParam, limit: PAGE_SIZE } as const
      return (await listRefundRequests({ path: { id: eventId }, query, signal, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}
