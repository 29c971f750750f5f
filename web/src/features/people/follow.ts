// Following and letting go: shown at once in the viewer's following list, taken back when the server refuses or is
// out of reach, and read anew once nothing is under way.
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { followUser, unfollowUser } from '@/api/generated/sdk.gen'
import type { Followed } from '@/api/generated/types.gen'
import { showToast } from '@/ui/toast-store'
import { followingQuery, personQuery } from './queries'

const TOAST_TIME = 5000

/** Changes that wait for their answer: reading the list meanwhile would undo what they show. */
let underWay = 0

export async function setFollowed(
  queryClient: QueryClient,
  viewerId: number,
  personId: number,
  followed: boolean,
): Promise<void> {
  const { queryKey } = followingQuery(viewerId)
  // Only this person's line is put in and taken out again: another change may be on its way beside this one.
  const show = (now: boolean) =>
    queryClient.setQueryData(queryKey, (list) => list && withFollowed(list, personId, now))
  underWay += 1
  try {
    await queryClient.cancelQueries({ queryKey })
    show(followed)
    const call = followed ? followUser : unfollowUser
    const { data } = await call({ path: { id: personId }, throwOnError: true })
    queryClient.setQueryData(personQuery(personId).queryKey, (person) => person && { ...person, ...data })
    // The viewer's own count of subscriptions has changed too.
    void queryClient.invalidateQueries({ queryKey: personQuery(viewerId).queryKey })
  } catch (error) {
    show(!followed)
    tellRefusal(error)
  } finally {
    underWay -= 1
    if (underWay === 0) void queryClient.invalidateQueries({ queryKey })
  }
}

export function withFollowed(list: readonly Followed[], id: number, followed: boolean): Followed[] {
  const others = list.filter((one) => one.id !== id)
  return followed ? [{ id }, ...others] : others
}

/** The API client has words for the usual failures; what is left carries the server's own. */
function tellRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || ![400, 429].includes(error.status)) return
  const detail = (error.body as { detail?: unknown } | null)?.detail
  if (typeof detail === 'string') showToast('error', detail, TOAST_TIME)
}
