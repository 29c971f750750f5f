// The names under which answers about people lie in the query cache. The server's pages write the public ones
// (api/page-keys.json).

type Filters = Readonly<Record<string, unknown>>

const all = ['users'] as const

export const peopleKeys = {
  all,
  list: (filters: Filters) => [...all, 'list', filters] as const,
  detail: (id: number) => [...all, 'detail', id] as const,
  /** Whom somebody follows. */
  following: (viewerId: number) => [...all, 'following', viewerId] as const,
} as const
