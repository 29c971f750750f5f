// An event as its counter sells it.
import type { GetEventResponse } from '@/api/generated/types.gen'

export type SoldEvent = Pick<GetEventResponse, 'id' | 'name' | 'town' | 'has_hidden_types' | 'ttype'>
export type SoldType = SoldEvent['ttype'][number]
