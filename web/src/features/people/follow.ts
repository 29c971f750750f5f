// Following and letting go: shown at once in the viewer's following list, taken back when the server refuses or is
// out of reach, and read anew once nothing is under way.
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { followUser, unfollowUser } from '@/api/generated/sdk.gen'
import type { Followed } from '@/api/generated/types.gen'
import { peopleKeys } from '@/lib/query-keys/people'
import { tellRefusal } from '@/ui/tell-refusal'
import { followingQuery, personQuery } from './queries'

type Follow = { personId: number; followed: boolean }

export function followMutation(viewerId: number) {
  const { queryKey } = followingQuery(viewerId)
  // Only this person's line is put in and taken out again: another change may be on its way beside this one.
  const show = (client: QueryClient, personId: number, followed: boolean) =>
    client.setQueryData(queryKey, (list) => list && withFollowed(list, personId, followed))
  return mutationOptions({
    mutationKey: peopleKeys.following(viewerId),
    mutationFn: async ({ personId, followed }: Follow) => {
      const call = followed ? followUser : unfollowUser
      return (await call({ path: { id: personId }, throwOnError: true })).data
    },
    onMutate: async ({ personId, followed }, { client }) => {
      await client.cancelQueries({ queryKey })
      show(client, personId, followed)
    },
    onSuccess: (data, { personId }, _before, { client }) => {
      client.setQueryData(personQuery(personId).queryKey, (person) => person && { ...person, ...data })
      // The viewer's own count of subscriptions has changed too.
      void client.invalidateQueries({ queryKey: peopleKeys.detail(viewerId) })
    },
    onError: (error, { personId, followed }, _before, { client }) => {
      show(client, personId, !followed)
      tellRefusal(error, [400, 429])
    },
    onSettled: (_data, _error, _follow, _before, { client }) => {
      // This one still counts. Read while others wait for their answers, the list would undo what they show.
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey })
    },
  })
}

export function withFollowed(list: readonly Followed[], id: number, followed: boolean): Followed[] {
  const others = list.filter((one) => one.id !== id)
  return followed ? [{ id }, ...others] : others
}
