// The calls of the counter besides paying: what a code opens, and the waiting list.
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  joinWaitingList,
  leaveWaitingList,
  listHiddenTypes,
  listMyWaitingEntries,
} from '@/api/generated/sdk.gen'
import type { JoinWaitingListData, ListMyWaitingEntriesResponse } from '@/api/generated/types.gen'
import { PRIVATE } from '@/lib/private-answers'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'

export type WaitingEntry = ListMyWaitingEntriesResponse['results'][number]

/** How often somebody who waits looks whether places came back. */
const LOOK_AGAIN = 60_000

/** The types that a code opens. */
export const hiddenTypesMutation = mutationOptions({
  mutationFn: async ({ eventId, code }: { eventId: number; code: string }) => {
    const call = { path: { id: eventId }, query: { code }, meta: { quiet: [404, 429] } }
    return (await listHiddenTypes({ ...call, throwOnError: true })).data.ttype
  },
})

export function waitingEntriesQuery(eventId: number) {
  return queryOptions({
    queryKey: boxOfficeKeys.waitingList(eventId),
    queryFn: async ({ signal }) => {
      // Quiet: the page is for everybody, and its tickets matter more.
      const call = { path: { id: eventId }, signal, meta: { quiet: true as const } }
      return (await listMyWaitingEntries({ ...call, throwOnError: true })).data.results
    },
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_AGAIN : false),
    refetchOnWindowFocus: true,
    meta: PRIVATE,
  })
}

/** Whether somebody still waits, or is offered places. */
export function isOpen({ status }: WaitingEntry): boolean {
  return status === 'waiting' || status === 'offered'
}

type Joining = { eventId: number; body: JoinWaitingListData['body'] }

export const joinWaitingListMutation = mutationOptions({
  mutationFn: async ({ eventId, body }: Joining) =>
    (await joinWaitingList({ path: { id: eventId }, body, throwOnError: true })).data,
  onSettled: (_entry, _error, { eventId }, _before, { client }) =>
    client.invalidateQueries({ queryKey: boxOfficeKeys.waitingList(eventId) }),
})

export const leaveWaitingListMutation = mutationOptions({
  mutationFn: ({ eventId, entry }: { eventId: number; entry: number }) =>
    leaveWaitingList({ path: { id: eventId, entry }, throwOnError: true, meta: { quiet: [404] } }),
  onSettled: (_answer, _error, { eventId }, _before, { client }) =>
    client.invalidateQueries({ queryKey: boxOfficeKeys.waitingList(eventId) }),
})
