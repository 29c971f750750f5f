// One's own events as the server keeps them: read, saved, cancelled, deleted, and made known to every screen at once.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, sentBy } from '@/api/client'
import {
  acceptInvitation,
  cancelEvent,
  createEvent,
  deleteEvent,
  getInvitation,
  leaveTeam,
  listMyEvents,
  saveTicketTypes,
  updateEvent,
} from '@/api/generated/sdk.gen'
import type {
  CreateEventData,
  CreateEventResponse,
  GetInvitationResponse,
  MyEventsPage,
  SaveTicketTypesData,
} from '@/api/generated/types.gen'
import { type Answer, answerOf } from '@/api/session-calls'
import { type OnProgress, sendWithProgress } from '@/api/upload'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'

export type MyEvent = CreateEventResponse
export type EventFields = CreateEventData['body']
export type Invitation = GetInvitationResponse

const PAGE_SIZE = 12

export function myEventsQuery() {
  return infiniteQueryOptions({
    queryKey: ['me', 'events'],
    queryFn: async ({ pageParam, signal }): Promise<MyEventsPage> => {
      const query = { page: pageParam, limit: PAGE_SIZE }
      const { data } = await listMyEvents({ query, signal, throwOnError: true })
      return 'results' in data ? data : { count: 1, results: [data] }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    meta: PRIVATE,
  })
}

/** One of one's own events; null when it is somebody else's, or none. */
export function myEventQuery(id: number) {
  return queryOptions({
    queryKey: ['me', 'event', id],
    queryFn: ({ signal }) =>
      orNull(async () => {
        const { data } = await listMyEvents({
          query: { id },
          signal,
          throwOnError: true,
          meta: { quiet: [404] },
        })
        // With an id the answer is that one event, not a page.
        return 'results' in data ? null : data
      }),
    meta: PRIVATE,
  })
}

/** What an invitation is for; null when its link is dead. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitations', token],
    queryFn: ({ signal }) =>
      orNull(async (): Promise<Invitation> => {
        const { data } = await getInvitation({
          path: { token },
          signal,
          throwOnError: true,
          meta: { quiet: [404] },
        })
        return data
      }),
    meta: PRIVATE,
  })
}

type Saving = { id?: number; key: string; fields: EventFields; onProgress: OnProgress }

/** Creates an event, once for each key, or changes the one under `id`. */
export async function saveEvent(
  queryClient: QueryClient,
  { id, key, fields, onProgress }: Saving,
): Promise<Answer<MyEvent>> {
  const call = { body: fields, fetch: sentBy(sendWithProgress(onProgress)) }
  const update = async (known: number) => answerOf(await updateEvent({ ...call, path: { id: known } }))
  let answer: Answer<MyEvent>
  if (id !== undefined) answer = await update(id)
  else {
    answer = answerOf(await createEvent({ ...call, headers: { 'Idempotency-Key': key } }))
    // A try before this one made it and its answer got lost: what was typed since then is yet to be saved.
    if (answer.data && answer.status === 200) answer = await update(answer.data.id)
  }
  if (answer.data) await keepMyEvent(queryClient, answer.data)
  return answer
}

/** The whole list in order: what is left out of it is removed. */
export async function saveTypes(
  queryClient: QueryClient,
  id: number,
  rows: SaveTicketTypesData['body'],
): Promise<Answer<MyEvent>> {
  const answer = answerOf(await saveTicketTypes({ path: { id }, body: rows }))
  // At once, not read anew: a form that opens meanwhile would begin with the types before.
  if (answer.data) await keepMyEvent(queryClient, answer.data)
  return answer
}

export async function cancelMyEvent(queryClient: QueryClient, id: number): Promise<Answer<MyEvent>> {
  const answer = answerOf(await cancelEvent({ path: { id } }))
  if (answer.data) await keepMyEvent(queryClient, answer.data)
  return answer
}

export async function deleteMyEvent(queryClient: QueryClient, id: number): Promise<Answer<unknown>> {
  const answer = answerOf(await deleteEvent({ path: { id } }))
  if (answer.status === 204) {
    // The screen that shows it is about to be left: asked for again, it would only find nothing.
    forgetLists(queryClient)
  }
  return answer
}

/** Leaves the team of somebody else's event. */
export async function leaveMyTeam(queryClient: QueryClient, id: number): Promise<Answer<unknown>> {
  const answer = answerOf(await leaveTeam({ path: { id } }))
  if (answer.status === 204) void queryClient.invalidateQueries({ queryKey: myEventsQuery().queryKey })
  return answer
}

export async function acceptMyInvitation(queryClient: QueryClient, token: string): Promise<Answer<MyEvent>> {
  const answer = answerOf(await acceptInvitation({ path: { token }, meta: { quiet: [404] } }))
  if (answer.data) await keepMyEvent(queryClient, answer.data)
  return answer
}

async function keepMyEvent(queryClient: QueryClient, event: MyEvent): Promise<void> {
  const { queryKey } = myEventQuery(event.id)
  // An answer under way may be from before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, event)
  forgetLists(queryClient)
}

/** One's own list, the public lists, calendar and map that may show an event, and profiles, which count them. */
function forgetLists(queryClient: QueryClient): void {
  for (const queryKey of [myEventsQuery().queryKey, ['events'], ['users']]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

async function orNull<Data>(ask: () => Promise<Data>): Promise<Data | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
