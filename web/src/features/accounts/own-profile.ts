// One's own profile as the server keeps it: read, changed, and made known at once to every screen that shows it.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sentBy } from '@/api/client'
import { addPortfolioPicture, getProfile, updateProfile } from '@/api/generated/sdk.gen'
import type { GetProfileResponse, UpdateProfileData } from '@/api/generated/types.gen'
import { type Answer, answerOf } from '@/api/session-calls'
import { type OnProgress, sendWithProgress } from '@/api/upload'
import { PRIVATE } from '@/lib/private-answers'
import { keepUser } from './auth-store'

export type MyProfile = GetProfileResponse
export type PortfolioPicture = MyProfile['provider']['portfolio'][number]
export type ProfileChanges = UpdateProfileData['body']

export function profileQuery() {
  return queryOptions({
    queryKey: ['me', 'profile'],
    queryFn: async ({ signal }) => {
      const { data } = await getProfile({ signal, throwOnError: true })
      return data
    },
    meta: PRIVATE,
  })
}

/** What is absent of the changes stays as it is. */
export async function saveProfile(
  queryClient: QueryClient,
  changes: ProfileChanges,
  onProgress?: OnProgress,
): Promise<Answer<MyProfile>> {
  const way = onProgress && { fetch: sentBy(sendWithProgress(onProgress)) }
  const answer = answerOf(await updateProfile({ body: changes, ...way }))
  if (answer.data) await keepProfile(queryClient, answer.data)
  return answer
}

export async function addToPortfolio(
  queryClient: QueryClient,
  img: Blob,
  onProgress: OnProgress,
): Promise<Answer<PortfolioPicture>> {
  const fetch = sentBy(sendWithProgress(onProgress))
  const answer = answerOf(await addPortfolioPicture({ body: { img }, fetch }))
  if (answer.data) {
    const added = answer.data
    await changePortfolio(queryClient, (pictures) => [...pictures, added])
  }
  return answer
}

export async function changePortfolio(
  queryClient: QueryClient,
  change: (pictures: PortfolioPicture[]) => PortfolioPicture[],
): Promise<void> {
  const { queryKey } = profileQuery()
  // An answer under way may be from before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (profile) => {
    if (!profile) return profile
    const { provider } = profile
    return { ...profile, provider: { ...provider, portfolio: change(provider.portfolio) } }
  })
  void queryClient.invalidateQueries({ queryKey: ['users'] })
}

/** The header's name and picture change with it; lists and events that name the person are read anew. */
async function keepProfile(queryClient: QueryClient, profile: MyProfile): Promise<void> {
  const { provider: _, email_verified: __, ...user } = profile
  keepUser(user)
  const { queryKey } = profileQuery()
  // An answer under way may be from before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, profile)
  void queryClient.invalidateQueries({ queryKey: ['users'] })
  void queryClient.invalidateQueries({ queryKey: ['events'] })
}
