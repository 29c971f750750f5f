// Making, changing, stopping and deleting promo codes.
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { createPromoCode, deletePromoCode, updatePromoCode } from '@/api/generated/sdk.gen'
import type { NewPromoCode, PromoCodeChange } from '@/api/generated/types.gen'
import { organiserKeys } from '@/lib/query-keys/organiser'

type Saving = { eventId: number } & (
  | { id?: undefined; fields: NewPromoCode }
  | { id: number; fields: PromoCodeChange }
)

/** Makes a code, or changes the one under `id`: what is absent of that one stays as it is. */
export const savePromoCodeMutation = mutationOptions({
  mutationFn: async ({ eventId, ...saving }: Saving) => {
    const call = { throwOnError: true } as const
    return saving.id === undefined
      ? (await createPromoCode({ ...call, body: saving.fields, path: { id: eventId } })).data
      : (await updatePromoCode({ ...call, body: saving.fields, path: { id: eventId, promo: saving.id } }))
          .data
  },
  onSuccess: (_saved, { eventId }, _before, { client }) => readAgain(client, eventId),
})

export const deletePromoCodeMutation = mutationOptions({
  mutationFn: ({ eventId, id }: { eventId: number; id: number }) =>
    deletePromoCode({ path: { id: eventId, promo: id }, throwOnError: true, meta: { quiet: [404, 409] } }),
  // Whatever it says: refused, it was used meanwhile, and the list is old.
  onSettled: (_answer, _error, { eventId }, _before, { client }) => readAgain(client, eventId),
})

function readAgain(client: QueryClient, eventId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: organiserKeys.promoCodes(eventId) })
}
