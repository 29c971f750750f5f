// Who waits for places of an event, or waited.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { listWaitingPeople } from '@/api/generated/sdk.gen'
import type { ListWaitingPeopleResponse } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type WaitingPerson = ListWaitingPeopleResponse['results'][number]

const PAGE_SIZE = 50

export function waitingPeopleQuery(eventId: number) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.waitingList(eventId),
    queryFn: async ({ pageParam, signal }) => {
      const call = { path: { id: eventId }, query: { page: pageParam, limit: PAGE_SIZE }, signal }
      return (await listWaitingPeople({ ...call, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    // Places are offered and run out without anybody's doing here.
    refetchOnWindowFocus: true,
    meta: PRIVATE,
  })
}
