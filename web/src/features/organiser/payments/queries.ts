// Payments of an event, and the story of each.
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { getEventPayment, listEventPayments, sendTicketsOfBuyer } from '@/api/generated/sdk.gen'
import type { GetEventPaymentResponse, ListEventPaymentsResponse } from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { firstText, param, searchSchema } from '@/lib/search-schema'
import { searchText } from '../search-text'

const PAGE_SIZE = 30

export const paymentSearchSchema = searchSchema({
  search: searchText,
  state: param(v.picklist(['succeeded', 'pending', 'failed', 'review'])),
  /** The one that is open. */
  payment: param(v.pipe(firstText, v.minLength(1), v.maxLength(100))),
})

export type PaymentSearch = v.InferOutput<typeof paymentSearchSchema>
export type PaymentFilters = Omit<PaymentSearch, 'payment'>
export type EventPayment = ListEventPaymentsResponse['results'][number]
export type PaymentStory = GetEventPaymentResponse

export function eventPaymentsQuery(eventId: number, filters: PaymentFilters) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.paymentList(eventId, filters),
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, page: pageParam, limit: PAGE_SIZE }
      const call = {
        path: { id: eventId },
        query,
        signal,
        throwOnError: true,
        meta: { quiet: true },
      } as const
      return (await listEventPayments(call)).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}

/** One payment line by line; null when this event has no such payment. */
export function paymentStoryQuery(eventId: number, paymentId: string) {
  return queryOptions({
    queryKey: organiserKeys.payment(eventId, paymentId),
    queryFn: ({ signal }) => {
      const path = { id: eventId, payment: paymentId }
      return orNull(getEventPayment({ path, signal, throwOnError: true, meta: { quiet: true } }))
    },
    meta: PRIVATE,
  })
}

/** The buyer gets the tickets by mail once more. */
export const sendTicketsAgainMutation = mutationOptions({
  mutationFn: async ({ eventId, paymentId }: { eventId: number; paymentId: string }) => {
    const path = { id: eventId, payment: paymentId }
    await sendTicketsOfBuyer({ path, throwOnError: true })
  },
  onSuccess: (_answer, { eventId, paymentId }, _before, { client }) =>
    void client.invalidateQueries({ queryKey: organiserKeys.payment(eventId, paymentId) }),
})
