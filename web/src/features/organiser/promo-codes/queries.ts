// The promo codes of an event. What changes them is in mutations.ts.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { listPromoCodes } from '@/api/generated/sdk.gen'
import type { ListPromoCodesResponse } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type PromoCode = ListPromoCodesResponse['results'][number]

const PAGE_SIZE = 20

export function promoCodesQuery(eventId: number) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.promoCodes(eventId),
    queryFn: async ({ pageParam, signal }) => {
      const call = { path: { id: eventId }, query: { page: pageParam, limit: PAGE_SIZE }, signal }
      return (await listPromoCodes({ ...call, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}
