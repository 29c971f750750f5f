// The names under which answers about the door lie in the query cache.

const door = (eventId: number) => ['door', eventId] as const

export const doorKeys = {
  receipt: (receipt: string) => ['receipts', receipt] as const,
  overview: (eventId: number) => [...door(eventId), 'overview'] as const,
  role: (eventId: number) => [...door(eventId), 'role'] as const,
  takings: (eventId: number) => [...door(eventId), 'takings'] as const,
  stock: (eventId: number) => [...door(eventId), 'stock'] as const,
  currencies: (eventId: number, ticketTypeId: number) =>
    [...door(eventId), 'currencies', ticketTypeId] as const,
  total: (eventId: number, ticketTypeId: number, quantity: number, currency: string) =>
    [...door(eventId), 'total', ticketTypeId, quantity, currency] as const,
  conflicts: (eventId: number) => [...door(eventId), 'conflicts'] as const,
  search: (eventId: number, text: string) => [...door(eventId), 'search', text] as const,
  /** The gate's own asking for what changed. */
  following: (eventId: number) => [...door(eventId), 'following'] as const,
} as const
