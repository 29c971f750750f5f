// The names under which answers of the organiser's space lie in the query cache.

type Filters = Readonly<Record<string, unknown>>

const ofEvent = (eventId: number) => ['me', 'organising', eventId] as const

const spaces = ['me', 'space'] as const

export const organiserKeys = {
  spaces,
  space: (userId: number) => [...spaces, userId] as const,
  /** What this device keeps of it for times without network. */
  keptSpace: (userId: number) => ['me', 'kept-space', userId] as const,
  /** Everything about one event. */
  ofEvent,
  stats: (eventId: number) => [...ofEvent(eventId), 'stats'] as const,
  /** Both curves, by day and by hour. */
  sales: (eventId: number) => [...ofEvent(eventId), 'sales'] as const,
  salesBy: (eventId: number, by: string) => [...ofEvent(eventId), 'sales', by] as const,
  attendees: (eventId: number, filters: Filters) => [...ofEvent(eventId), 'attendees', filters] as const,
  /** Every list of its payments, and each one's story. */
  payments: (eventId: number) => [...ofEvent(eventId), 'payments'] as const,
  paymentList: (eventId: number, filters: Filters) =>
    [...ofEvent(eventId), 'payments', 'list', filters] as const,
  lastPayments: (eventId: number) => [...ofEvent(eventId), 'payments', 'last'] as const,
  payment: (eventId: number, paymentId: string) =>
    [...ofEvent(eventId), 'payments', 'one', paymentId] as const,
  promoCodes: (eventId: number) => [...ofEvent(eventId), 'promo-codes'] as const,
  waitingList: (eventId: number) => [...ofEvent(eventId), 'waiting-list'] as const,
  /** Every list of an event's guests. */
  guests: (eventId: number) => [...ofEvent(eventId), 'guests'] as const,
  guestsFound: (eventId: number, search: string) => [...ofEvent(eventId), 'guests', search] as const,
  refundsIn: (eventId: number, state: string) => [...ofEvent(eventId), 'refunds', state] as const,
  /** Every list of an event's refunds. */
  refunds: (eventId: number) => [...ofEvent(eventId), 'refunds'] as const,
  refundRequests: (eventId: number) => [...ofEvent(eventId), 'refund-requests'] as const,
  cancellation: (eventId: number) => [...ofEvent(eventId), 'cancellation'] as const,
  cancellationPreview: (eventId: number) => [...ofEvent(eventId), 'cancellation-preview'] as const,
  messages: (eventId: number) => [...ofEvent(eventId), 'messages'] as const,
  team: (eventId: number) => [...ofEvent(eventId), 'team'] as const,
  settlement: (eventId: number) => [...ofEvent(eventId), 'settlement'] as const,
  audit: (eventId: number) => [...ofEvent(eventId), 'audit'] as const,
} as const
