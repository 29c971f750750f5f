import { queryOptions } from '@tanstack/react-query'
import { getMap } from '@/api/generated/sdk.gen'
import type { GetMapResponse } from '@/api/generated/types.gen'
import { eventKeys } from '@/lib/query-keys/events'
import type { MapQuestion } from './search'

export type EventMap = GetMapResponse
export type MapEvent = EventMap['results'][number]

/** Events to come, with their places. */
export function mapQuery(filters: MapQuestion) {
  return queryOptions({
    queryKey: eventKeys.map(filters),
    queryFn: async ({ signal }): Promise<EventMap> => {
      const { data } = await getMap({ query: filters, signal, throwOnError: true })
      return data
    },
    staleTime: 5 * 60_000,
  })
}
