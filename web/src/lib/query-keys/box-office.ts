// The names under which answers about payments and tickets lie in the query cache.

const quotes = ['quote'] as const
const tickets = ['me', 'tickets'] as const

export const boxOfficeKeys = {
  quotes,
  quote: (typeId: number, quantity: number, currency: string, promoCode = '') =>
    [...quotes, typeId, quantity, currency, promoCode] as const,
  /** One's own places on an event's waiting list. */
  waitingList: (eventId: number) => ['me', 'waiting-list', eventId] as const,
  payments: ['me', 'payments'],
  paymentStatus: (paymentId: string) => ['me', 'payment-status', paymentId] as const,
  /** Every list of one's tickets. */
  tickets,
  ticketsOf: (userId: number, when: string) => [...tickets, userId, when] as const,
  /** Whether the event of a ticket has another date than before. */
  /** What this device keeps of them for the gate. */
  keptTickets: (userId: number, when: string) => ['me', 'kept-tickets', userId, when] as const,
} as const
