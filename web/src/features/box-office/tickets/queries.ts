// One's own tickets and payments. Both lists of tickets are also kept for the gate, where there may be no network.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  listMyTickets,
  listPayments,
  sendTickets,
  ticketReceiver,
  transferTicket,
} from '@/api/generated/sdk.gen'
import type { ListMyTicketsResponse, ListPaymentsResponse } from '@/api/generated/types.gen'
import { changeKept, keepAnswers, readKept } from '@/lib/kept-answers'
import { PRIVATE } from '@/lib/private-answers'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'

export type Ticket = ListMyTicketsResponse['results'][number]
export type Payment = ListPaymentsResponse['results'][number]
export type When = 'upcoming' | 'past'

const PAGE_SIZE = 50
/** Five hundred tickets: more is no person, and a list that long helps nobody. */
const MOST_PAGES = 10
/** How often a payment or a refund under way is looked at. */
const LOOK_AGAIN = 10_000

/** The whole list at once, so that the copy for offline use is whole too. */
export function ticketsQuery(userId: number, when: When) {
  return queryOptions({
    queryKey: boxOfficeKeys.ticketsOf(userId, when),
    queryFn: async ({ signal }) => {
      const tickets: Ticket[] = []
      for (let page = 1; page <= MOST_PAGES; page++) {
        const query = { page, limit: PAGE_SIZE, when }
        const { data } = await listMyTickets({ query, signal, throwOnError: true })
        tickets.push(...data.results)
        if (!data.next) break
      }
      return tickets
    },
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    meta: PRIVATE,
  })
}

export function keepTickets(userId: number, { upcoming, past }: Record<When, Ticket[]>): Promise<void> {
  return keepAnswers({ [keyOf(userId, 'upcoming')]: upcoming, [keyOf(userId, 'past')]: past })
}

/** Keeps what is to come beside what was kept before. */
export function keepUpcoming(userId: number, upcoming: Ticket[]): Promise<void> {
  return changeKept<Ticket[]>(keyOf(userId, 'upcoming'), (before = []) => [
    ...upcoming,
    ...before.filter(({ id }) => !upcoming.some((ticket) => ticket.id === id)),
  ])
}

/** The last list this browser has seen; null when it has seen none. */
export function keptTicketsQuery(userId: number, when: When) {
  return queryOptions({
    queryKey: boxOfficeKeys.keptTickets(userId, when),
    queryFn: () => readKept<Ticket[]>(keyOf(userId, when)),
    gcTime: 0,
    meta: PRIVATE,
  })
}

export function paymentsQuery() {
  return queryOptions({
    queryKey: boxOfficeKeys.payments,
    queryFn: async ({ signal }) => {
      // Quiet: the tickets below matter more, and say themselves what is wrong.
      const call = { query: { limit: PAGE_SIZE }, signal, throwOnError: true, meta: { quiet: true } } as const
      return (await listPayments(call)).data.results
    },
    // What could not be read may be a payment under way.
    refetchInterval: ({ state }) => (state.error || state.data?.some(isUnderWay) ? LOOK_AGAIN : false),
    refetchOnReconnect: true,
    meta: PRIVATE,
  })
}

/** Whose number it is, for who holds this ticket. */
export const ticketReceiverMutation = mutationOptions({
  mutationFn: async ({ id, phone }: { id: string; phone: string }) =>
    (await ticketReceiver({ path: { id }, body: { phone }, throwOnError: true })).data,
})

/** To nobody but the person that was named. */
export const transferTicketMutation = mutationOptions({
  mutationFn: async ({ id, ...body }: { id: string; phone: string; receiver: string }) =>
    (await transferTicket({ path: { id }, body, throwOnError: true })).data,
  // Whatever it says: an answer that got lost may have passed it on, and a refusal tells that the list is old.
  onSettled: (_data, _error, _transfer, _before, { client }) => {
    void client.invalidateQueries({ queryKey: boxOfficeKeys.tickets })
  },
})

/** Sends the tickets of a payment to its buyer's address again. */
export const sendTicketsMutation = mutationOptions({
  mutationFn: (paymentId: string) =>
    sendTickets({ path: { id: paymentId }, throwOnError: true, meta: { quiet: [404, 409, 429] } }),
})

function isUnderWay({ status, refund, refunds }: Payment): boolean {
  return status === 'pending' || refund === 'pending' || refunds.some(({ state }) => state === 'requested')
}

function keyOf(userId: number, when: When): string {
  return `tickets:${userId}:${when}`
}
