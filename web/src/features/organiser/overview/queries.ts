// How an event sells, and who bought last.
import { queryOptions } from '@tanstack/react-query'
import { getSales, listEventPayments } from '@/api/generated/sdk.gen'
import type { GetSalesResponse } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type Sales = GetSalesResponse
export type Step = Sales['by']

/** Curves move slowly: the figures above them are the live ones. */
const EVERY_MINUTE = 60_000
const LAST_PURCHASES = 5

export function salesQuery(eventId: number, by: Step) {
  return queryOptions({
    queryKey: organiserKeys.salesBy(eventId, by),
    queryFn: async ({ signal }) => {
      const call = { path: { id: eventId }, query: { by }, signal, throwOnError: true } as const
      return (await getSales({ ...call, meta: { quiet: true } })).data
    },
    refetchInterval: EVERY_MINUTE,
    meta: PRIVATE,
  })
}

export function lastPaymentsQuery(eventId: number) {
  return queryOptions({
    queryKey: organiserKeys.lastPayments(eventId),
    queryFn: async ({ signal }) => {
      const query = { state: 'succeeded', limit: LAST_PURCHASES } as const
      const call = { path: { id: eventId }, query, signal, throwOnError: true } as const
      return (await listEventPayments({ ...call, meta: { quiet: true } })).data.results
    },
    refetchInterval: EVERY_MINUTE,
    meta: PRIVATE,
  })
}
