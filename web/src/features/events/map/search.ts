// What the address of /card says.
import { type EventFilters, parseEventFilters } from '../filters'

export type MapFilters = Pick<EventFilters, 'category' | 'town'>

export function parseMapFilters(search: Record<string, unknown>): MapFilters {
  const { category, town } = parseEventFilters(search)
  return { ...(category && { category }), ...(town && { town }) }
}

/** What the map asks the server for: the filters of the address, or what lies around a place that was pressed. */
export type MapQuestion = MapFilters & Pick<EventFilters, 'near'>
