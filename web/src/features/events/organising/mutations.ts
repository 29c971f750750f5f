// What one does with one's own events: saved, cancelled, deleted, and made known to every screen at once.
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { sentBy } from '@/api/client'
import {
  acceptInvitation,
  cancelEvent,
  copyEvent,
  createEvent,
  deleteEvent,
  leaveTeam,
  postponeEvent,
  publishEvent,
  saveTicketTypes,
  updateEvent,
} from '@/api/generated/sdk.gen'
import type { CopyEventData, PostponeEventData, SaveTicketTypesData } from '@/api/generated/types.gen'
import { type OnProgress, sendWithProgress } from '@/api/upload'
import { eventKeys } from '@/lib/query-keys/events'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { peopleKeys } from '@/lib/query-keys/people'
import { type EventFields, type MyEvent, myEventQuery } from './queries'

type Saving = { id?: number; key: string; fields: EventFields; onProgress: OnProgress }

/** Creates an event, once for each key, or changes the one under `id`. */
export const saveEventMutation = mutationOptions({
  mutationFn: async ({ id, key, fields, onProgress }: Saving): Promise<MyEvent> => {
    const call = { body: fields, fetch: sentBy(sendWithProgress(onProgress)), throwOnError: true } as const
    const update = async (known: number) => (await updateEvent({ ...call, path: { id: known } })).data
    if (id !== undefined) return update(id)
    const { data, response } = await createEvent({ ...call, headers: { 'Idempotency-Key': key } })
    // A try before this one made it and its answer got lost: what was typed since then is yet to be saved.
    return response.status === 200 ? update(data.id) : data
  },
  onSuccess: (saved, _saving, _before, { client }) => keepMyEvent(client, saved),
})

/** The whole list in order: what is left out of it is removed. */
export const saveTicketTypesMutation = mutationOptions({
  mutationFn: async ({ id, rows }: { id: number; rows: SaveTicketTypesData['body'] }) =>
    (await saveTicketTypes({ path: { id }, body: rows, throwOnError: true })).data,
  // At once, not read anew: a form that opens meanwhile would begin with the types before.
  onSuccess: (saved, _saving, _before, { client }) => keepMyEvent(client, saved),
})

/** Everybody sees it from then on, and its tickets are on sale. */
export const publishEventMutation = mutationOptions({
  mutationFn: async (id: number) => (await publishEvent({ path: { id }, throwOnError: true })).data,
  onSuccess: (published, _id, _before, { client }) => keepMyEvent(client, published),
})

/** Makes a draft for another day. */
export const copyEventMutation = mutationOptions({
  mutationFn: async ({ id, body }: { id: number; body: CopyEventData['body'] }) =>
    (await copyEvent({ path: { id }, body, throwOnError: true })).data,
  onSuccess: (copy, _copying, _before, { client }) => keepMyEvent(client, copy),
})

/** Ends its sale and its codes at once; the money goes back and the holders are told step by step afterwards. */
export const cancelEventMutation = mutationOptions({
  mutationFn: async ({ id, message }: { id: number; message: string }) => {
    const body = message ? { message } : {}
    return (await cancelEvent({ path: { id }, body, throwOnError: true })).data
  },
  onSuccess: (cancelled, { id }, _before, { client }) => {
    void client.invalidateQueries({ queryKey: organiserKeys.cancellation(id) })
    return keepMyEvent(client, cancelled)
  },
})

type Postponing = { id: number } & PostponeEventData['body']

export const postponeEventMutation = mutationOptions({
  mutationFn: async ({ id, ...body }: Postponing) =>
    (await postponeEvent({ path: { id }, body, throwOnError: true })).data,
  onSuccess: (postponed, _postponing, _before, { client }) => keepMyEvent(client, postponed),
})

export const deleteEventMutation = mutationOptions({
  mutationFn: (id: number) => deleteEvent({ path: { id }, throwOnError: true }),
  // Only the lists: the screen that shows it is about to be left, and asked for again it would find nothing.
  onSuccess: (_answer, _id, _before, { client }) => forgetLists(client),
})

/** Leaves the team of somebody else's event. */
export const leaveTeamMutation = mutationOptions({
  mutationFn: (id: number) => leaveTeam({ path: { id }, throwOnError: true }),
  onSuccess: (_answer, _id, _before, { client }) => {
    void client.invalidateQueries({ queryKey: eventKeys.mine })
  },
})

export const acceptInvitationMutation = mutationOptions({
  mutationFn: async (token: string) =>
    (await acceptInvitation({ path: { token }, throwOnError: true, meta: { quiet: [403, 404] } })).data,
  onSuccess: (joined, _token, _before, { client }) => keepMyEvent(client, joined),
})

async function keepMyEvent(queryClient: QueryClient, event: MyEvent): Promise<void> {
  const { queryKey } = myEventQuery(event.id)
  // An answer under way may be from before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, event)
  forgetLists(queryClient)
}

/** One's own list, the public lists, calendar and map that may show an event, and profiles, which count them. */
function forgetLists(queryClient: QueryClient): void {
  for (const queryKey of [eventKeys.mine, eventKeys.all, peopleKeys.all]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}
