import { queryOptions } from '@tanstack/react-query'
import { previewCancellation } from '@/api/generated/sdk.gen'
import type { PreviewCancellationResponse } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type CancellationPreview = PreviewCancellationResponse

/** What cancelling an event would mean. Sales go on meanwhile, so that it is asked for anew each time. */
export function cancellationPreviewQuery(eventId: number) {
  return queryOptions({
    queryKey: organiserKeys.cancellationPreview(eventId),
    queryFn: async ({ signal }) =>
      (await previewCancellation({ path: { id: eventId }, signal, throwOnError: true })).data,
    gcTime: 0,
    meta: PRIVATE,
  })
}
