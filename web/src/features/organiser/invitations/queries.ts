// The guests of an event: those with a free ticket.
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { inviteGuests, listGuests, withdrawGuest } from '@/api/generated/sdk.gen'
import type { InviteGuestsData, ListGuestsResponse } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { eventKeys } from '@/lib/query-keys/events'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type InvitedGuest = ListGuestsResponse['results'][number]

const PAGE_SIZE = 30

export function guestsQuery(eventId: number, search: string) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.guestsFound(eventId, search),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: PAGE_SIZE, ...(search && { search }) }
      return (await listGuests({ path: { id: eventId }, query, signal, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}

type Inviting = { eventId: number; key: string; body: InviteGuestsData['body'] }

/** Sent again with the same key, nobody gets a second ticket. */
export const inviteGuestsMutation = mutationOptions({
  mutationFn: async ({ eventId, key, body }: Inviting) => {
    const headers = { 'Idempotency-Key': key }
    return (await inviteGuests({ path: { id: eventId }, body, headers, throwOnError: true })).data.results
  },
  onSuccess: (_guests, { eventId }, _before, { client }) => readAgain(client, eventId),
})

export const withdrawGuestMutation = mutationOptions({
  mutationFn: ({ eventId, guest }: { eventId: number; guest: number }) =>
    withdrawGuest({ path: { id: eventId, guest }, throwOnError: true, meta: { quiet: [404, 409] } }),
  // Whatever it says: refused, the guest came in meanwhile, and the list is old.
  onSettled: (_answer, _error, { eventId }, _before, { client }) => readAgain(client, eventId),
})

/** Guests take places: what is left of the event's types changes, too. */
async function readAgain(client: QueryClient, eventId: number): Promise<void> {
  void client.invalidateQueries({ queryKey: eventKeys.myEvent(eventId) })
  void client.invalidateQueries({ queryKey: eventKeys.all })
  await client.invalidateQueries({ queryKey: organiserKeys.guests(eventId) })
}
