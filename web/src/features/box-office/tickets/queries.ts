// One's own tickets and payments. Both lists of tickets are also kept for the gate, where there may be no network.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listMyTickets, listPayments, ticketReceiver, transferTicket } from '@/api/generated/sdk.gen'
import type {
  ListMyTicketsResponse,
  ListPaymentsResponse,
  TicketReceiverResponse,
  TransferTicketResponse,
} from '@/api/generated/types.gen'
import { type Answer, answerOf } from '@/api/session-calls'
import { changeKept, keepAnswers, readKept } from '@/lib/kept-answers'
import { PRIVATE } from '@/lib/private-answers'

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
    queryKey: ['me', 'tickets', userId, when],
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
    queryKey: ['me', 'kept-tickets', userId, when],
    queryFn: () => readKept<Ticket[]>(keyOf(userId, when)),
    gcTime: 0,
    meta: PRIVATE,
  })
}

export function paymentsQuery() {
  return queryOptions({
    queryKey: ['me', 'payments'],
    queryFn: async ({ signal }) => {
      // Quiet: the tickets below matter more, and say themselves what is wrong.
      const call = { query: { limit: PAGE_SIZE }, signal, throwOnError: true, meta: { quiet: true } } as const
      return (await listPayments(call)).data.results
    },
    // What could not be read may be a payment under way.
    refetchInterval: ({ state }) =>
      state.error || state.data?.some(({ status, refund }) => status === 'pending' || refund === 'pending')
        ? LOOK_AGAIN
        : false,
    refetchOnReconnect: true,
    meta: PRIVATE,
  })
}

/** Whose number it is, for who holds this ticket. */
export async function askReceiver(id: string, phone: string): Promise<Answer<TicketReceiverResponse>> {
  return answerOf(await ticketReceiver({ path: { id }, body: { phone } }))
}

/** To nobody but the person that was named. */
export async function passOn(
  queryClient: QueryClient,
  id: string,
  body: { phone: string; receiver: string },
): Promise<Answer<TransferTicketResponse>> {
  const answer = answerOf(await transferTicket({ path: { id }, body }))
  // Whatever it says: an answer that got lost may have passed it on, and a refusal tells that the list is old.
  void queryClient.invalidateQueries({ queryKey: ['me', 'tickets'] })
  return answer
}

function keyOf(userId: number, when: When): string {
  return `tickets:${userId}:${when}`
}
