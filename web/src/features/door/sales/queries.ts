// What the dialog of sales asks of the server besides the till's own calls.
import { queryOptions } from '@tanstack/react-query'
import { getEvent, listDoorSales, quotePayment } from '@/api/generated/sdk.gen'
import type { Currency, TicketType } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { doorKeys } from '@/lib/query-keys/door'

const QUIET = { quiet: true } as const

/** Others buy, too, while the dialog is open. */
const ASK_EVERY = 10_000

/** How many places of each type anybody can still buy. */
export function stockQuery(eventId: number) {
  return queryOptions({
    queryKey: doorKeys.stock(eventId),
    queryFn: async ({ signal }) =>
      (await getEvent({ path: { id: eventId }, signal, throwOnError: true, meta: QUIET })).data.ttype,
    select: (types: TicketType[]) =>
      new Map(types.map(({ id, available_tickets, closed }) => [id, closed ? null : available_tickets])),
    refetchInterval: ASK_EVERY,
    gcTime: 0,
  })
}

/** The currencies that a type is sold in, its own first. */
export function currenciesQuery(eventId: number, ticketTypeId: number, own: Currency) {
  return queryOptions({
    queryKey: doorKeys.currencies(eventId, ticketTypeId),
    queryFn: async ({ signal }) => {
      const query = { ticket_type_id: String(ticketTypeId), quantity: 1, currency: own }
      return (await quotePayment({ query, signal, throwOnError: true, meta: QUIET })).data.currencies
    },
    gcTime: 0,
  })
}

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
    refetchInterval: ASK_EVERY,
    meta: PRIVATE,
  })
}
