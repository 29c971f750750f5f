// An event as those who make it see it.
import type { CreateEventResponse } from '@/api/generated/types.gen'

export type OrganisedEvent = CreateEventResponse
