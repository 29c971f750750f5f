// The names under which answers about payments and tickets lie in the query cache.

const quotes = ['quote'] as const
const tickets = ['me', 'tickets'] as const

export const boxOfficeKeys = {
  quotes,
  quote: (typeId: number, quantity: number, currency: string) =>
    [...quotes, typeId, quantity, currency] as const,
  emailVerified: ['me', 'email-verified'],
  payments: ['me', 'payments'],
  paymentStatus: (paymentId: string) => ['me', 'payment-status', paymentId] as const,
  /** Every list of one's tickets. */
  tickets,
  ticketsOf: (userId: number, when: string) => [...tickets, userId, when] as const,
  /** What this device keeps of them for the gate. */
  keptTickets: (userId: number, when: string) => ['me', 'kept-tickets', userId, when] as const,
} as const
