import { infiniteQueryOptions } from '@tanstack/react-query'
import { listAudit } from '@/api/generated/sdk.gen'
import type { ListAuditResponse } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type AuditLine = ListAuditResponse['results'][number]

const PAGE_SIZE = 50

/** Who did what to an event, the newest first. */
export function auditQuery(eventId: number) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.audit(eventId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: PAGE_SIZE }
      return (await listAudit({ path: { id: eventId }, query, signal, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}
