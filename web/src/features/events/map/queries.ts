import { queryOptions } from '@tanstack/react-query'
import { getMap } from '@/api/generated/sdk.gen'
import type { GetMapResponse } from '@/api/generated/types.gen'
import { type EventFilters, parseEventFilters } from '../filters'

export type EventMap = GetMapResponse
export type MapEvent = EventMap['results'][number]
export type MapFilters = Pick<EventFilters, 'category' | 'town'>

export function parseMapFilters(search: Record<string, unknown>): MapFilters {
  const { category, town } = parseEventFilters(search)
  return { ...(category && { category }), ...(town && { town }) }
}

/** Events to come, with their places. */
export function mapQuery(filters: MapFilters) {
  return queryOptions({
    queryKey: ['events', 'map', filters],
    queryFn: async ({ signal }): Promise<EventMap> => {
      const { data } = await getMap({ query: filters, signal, throwOnError: true })
      return data
    },
    staleTime: 5 * 60_000,
  })
}
