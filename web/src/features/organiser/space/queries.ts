// One's own space as the server tells it, and as this device keeps it for times without network.
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { acceptMyInvitation, declineInvitation, getMySpace } from '@/api/generated/sdk.gen'
import type { GetMySpaceResponse } from '@/api/generated/types.gen'
import { keepAnswers, readKept } from '@/lib/kept-answers'
import { PRIVATE } from '@/lib/private-answers'
import { eventKeys } from '@/lib/query-keys/events'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type Space = GetMySpaceResponse
export type Invitation = Space['invitations'][number]

export function spaceQuery(userId: number) {
  return queryOptions({
    queryKey: organiserKeys.space(userId),
    queryFn: async ({ signal }) => {
      // Quiet: the screen says itself what it could not read.
      const { data } = await getMySpace({ signal, throwOnError: true, meta: { quiet: true } })
      void keepAnswers({ [keyOf(userId)]: data })
      return data
    },
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    meta: PRIVATE,
  })
}

/** The last one that this browser has seen; null when it has seen none. */
export function keptSpaceQuery(userId: number) {
  return queryOptions({
    queryKey: organiserKeys.keptSpace(userId),
    queryFn: () => readKept<Space>(keyOf(userId)),
    gcTime: 0,
    meta: PRIVATE,
  })
}

export const acceptInvitationMutation = mutationOptions({
  mutationFn: async (id: number) =>
    (await acceptMyInvitation({ path: { id }, throwOnError: true, meta: { quiet: [404] } })).data,
  onSettled: (_data, _error, _id, _before, { client }) => readAnew(client),
})

export const declineInvitationMutation = mutationOptions({
  mutationFn: async (id: number) => {
    await declineInvitation({ path: { id }, throwOnError: true, meta: { quiet: [404] } })
  },
  onSettled: (_data, _error, _id, _before, { client }) => readAnew(client),
})

/** Whatever it says: a refusal tells that the invitation is gone. */
function readAnew(queryClient: QueryClient): Promise<unknown> {
  void queryClient.invalidateQueries({ queryKey: eventKeys.mine })
  return queryClient.invalidateQueries({ queryKey: organiserKeys.spaces })
}

function keyOf(userId: number): string {
  return `space:${userId}`
}
