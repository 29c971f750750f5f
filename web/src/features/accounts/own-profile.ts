// One's own profile as the server keeps it: read, changed, and made known at once to every screen that shows it.
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { sentBy } from '@/api/client'
import {
  addPortfolioPicture,
  deletePortfolioPicture,
  getProfile,
  updateProfile,
} from '@/api/generated/sdk.gen'
import type { GetProfileResponse, UpdateProfileData } from '@/api/generated/types.gen'
import { type OnProgress, sendWithProgress } from '@/api/upload'
import { orNull } from '@/lib/api-error'
import { PRIVATE } from '@/lib/private-answers'
import { accountKeys } from '@/lib/query-keys/accounts'
import { eventKeys } from '@/lib/query-keys/events'
import { peopleKeys } from '@/lib/query-keys/people'
import { showToast } from '@/ui/toast-store'
import { keepUser } from './auth-store'

export type MyProfile = GetProfileResponse
export type PortfolioPicture = MyProfile['provider']['portfolio'][number]
export type ProfileChanges = UpdateProfileData['body']

export function profileQuery() {
  return queryOptions({
    queryKey: accountKeys.profile,
    queryFn: async ({ signal }) => {
      const { data } = await getProfile({ signal, throwOnError: true })
      return data
    },
    meta: PRIVATE,
  })
}

type ProfileUpdate = { changes: ProfileChanges; onProgress?: OnProgress }

/** What is absent of the changes stays as it is. `done` is what the person is told then. */
export function updateProfileMutation(done: string) {
  return mutationOptions({
    mutationFn: async ({ changes, onProgress }: ProfileUpdate) => {
      const way = onProgress && { fetch: sentBy(sendWithProgress(onProgress)) }
      const { data } = await updateProfile({ body: changes, ...way, throwOnError: true })
      return data
    },
    onSuccess: async (profile, _update, _before, { client }) => {
      await keepProfile(client, profile)
      showToast('success', done, 5000)
    },
  })
}

export const addPortfolioPictureMutation = mutationOptions({
  mutationFn: async ({ img, onProgress }: { img: Blob; onProgress: OnProgress }) => {
    const fetch = sentBy(sendWithProgress(onProgress))
    const { data } = await addPortfolioPicture({ body: { img }, fetch, throwOnError: true })
    return data
  },
  onSuccess: (added, _picture, _before, { client }) =>
    changePortfolio(client, (pictures) => [...pictures, added]),
})

/** One that is gone already, from another device perhaps, is as wished. */
export const deletePortfolioPictureMutation = mutationOptions({
  mutationFn: (id: number) =>
    orNull(deletePortfolioPicture({ path: { id }, throwOnError: true, meta: { quiet: [404] } })),
  onSuccess: async (_answer, deleted, _before, { client }) => {
    await changePortfolio(client, (pictures) => pictures.filter(({ id }) => id !== deleted))
    showToast('success', "L'image est supprimée.", 5000)
  },
})

async function changePortfolio(
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
  void queryClient.invalidateQueries({ queryKey: peopleKeys.all })
}

/** The header's name and picture change with it; lists and events that name the person are read anew. */
async function keepProfile(queryClient: QueryClient, profile: MyProfile): Promise<void> {
  const { provider: _, email_verified: __, phone_verified: ___, news: ____, ...user } = profile
  keepUser(user)
  const { queryKey } = profileQuery()
  // An answer under way may be from before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, profile)
  void queryClient.invalidateQueries({ queryKey: peopleKeys.all })
  void queryClient.invalidateQueries({ queryKey: eventKeys.all })
}
