// The names under which answers about events lie in the query cache. The server's pages write the public ones
// (api/page-keys.json), and other features use them, because what those change makes events old.

type Filters = Readonly<Record<string, unknown>>

const all = ['events'] as const
const mine = ['me', 'events'] as const

export const eventKeys = {
  all,
  trending: [...all, 'trending'],
  /** A list that goes on, page by page. */
  list: (filters: Filters) => [...all, 'list', filters] as const,
  /** One short page. */
  page: (filters: Filters) => [...all, 'page', filters] as const,
  detail: (id: number) => [...all, 'detail', id] as const,
  similar: (id: number) => [...all, 'similar', id] as const,
  calendar: (filters: Filters) => [...all, 'calendar', filters] as const,
  map: (filters: Filters) => [...all, 'map', filters] as const,
  /** Every list of one's own. */
  mine,
  myList: (filters: Filters) => [...mine, filters] as const,
  myEvent: (id: number) => ['me', 'event', id] as const,
  invitation: (token: string) => ['invitations', token] as const,
} as const
