// How far the cancellation of an event has come.
import { queryOptions } from '@tanstack/react-query'
import { getCancellation } from '@/api/generated/sdk.gen'
import type { GetCancellationResponse } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type Cancellation = GetCancellationResponse

/** While it runs somebody waits for it. */
const WHILE_RUNNING = 3000
/** What the provider was asked for takes its time. */
const WHILE_REQUESTED = 20_000

export function cancellationQuery(eventId: number) {
  return queryOptions({
    queryKey: organiserKeys.cancellation(eventId),
    queryFn: async ({ signal }) =>
      (await getCancellation({ path: { id: eventId }, signal, throwOnError: true })).data,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'running') return WHILE_RUNNING
      return data?.refunds.requested ? WHILE_REQUESTED : false
    },
    meta: PRIVATE,
  })
}
