// What the dialog of sales asks of the server besides the till's own calls.
import { queryOptions } from '@tanstack/react-query'
import { listDoorSales, quotePayment } from '@/api/generated/sdk.gen'
import type { Currency } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { doorKeys } from '@/lib/query-keys/door'

const QUIET = { quiet: true } as const

/** What so many tickets cost by the rate of now. */
export function totalQuery(eventId: number, ticketTypeId: number, quantity: number, currency: Currency) {
  return queryOptions({
    queryKey: doorKeys.total(eventId, ticketTypeId, quantity, currency),
    queryFn: async ({ signal }) => {
      const query = { ticket_type_id: String(ticketTypeId), quantity, currency }
      const { data } = await quotePayment({ query, signal, throwOnError: true, meta: QUIET })
      return Number(data.amount)
    },
    gcTime: 0,
  })
}

export function takingsQuery(eventId: number) {
  return queryOptions({
    queryKey: doorKeys.takings(eventId),
    queryFn: async ({ signal }) =>
      (await listDoorSales({ path: { id: eventId }, signal, throwOnError: true, meta: QUIET })).data,
    meta: PRIVATE,
  })
}
