// What the address of /card says.
import { searchSchema } from '@/lib/search-schema'
import { type EventFilters, placeParams } from '../filters'

export type MapFilters = Pick<EventFilters, 'category' | 'town'>

export const mapFiltersSchema = searchSchema(placeParams)

/** What the map asks the server for: the filters of the address, or what lies around a place that was pressed. */
export type MapQuestion = MapFilters & Pick<EventFilters, 'near'>
