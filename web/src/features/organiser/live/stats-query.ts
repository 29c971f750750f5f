// The figures of an event, asked for: once, or again and again while they don't come by themselves.
import { queryOptions } from '@tanstack/react-query'
import { getStats } from '@/api/generated/sdk.gen'
import type { GetStatsResponse } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type Stats = GetStatsResponse

export function statsQuery(eventId: number) {
  return queryOptions({
    queryKey: organiserKeys.stats(eventId),
    queryFn: async ({ signal }): Promise<Stats> => {
      // Quiet: the figures before stay, and the next try comes by itself.
      const call = { path: { id: eventId }, signal, throwOnError: true, meta: { quiet: true } } as const
      return (await getStats(call)).data
    },
    meta: PRIVATE,
  })
}
