// Messages to the holders of tickets: those that were written, and what a new one would look like.
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { listEventMessages, previewEventMessage, sendEventMessage } from '@/api/generated/sdk.gen'
import type { ListEventMessagesResponse, SendEventMessageData } from '@/api/generated/types.gen'
import { pageNumber } from '@/lib/paging'
import { PRIVATE } from '@/lib/private-answers'
import { organiserKeys } from '@/lib/query-keys/organiser'

export type Message = ListEventMessagesResponse['results'][number]
export type NewMessage = SendEventMessageData['body']

const PAGE_SIZE = 10
/** How often a message on its way is looked at. */
const LOOK_AGAIN = 3000

/** The newest first; read again while one is on its way. */
export function messagesQuery(eventId: number) {
  return infiniteQueryOptions({
    queryKey: organiserKeys.messages(eventId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, limit: PAGE_SIZE }
      return (await listEventMessages({ path: { id: eventId }, query, signal, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last) => pageNumber(last.next),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ results }) => results.some(({ state }) => state === 'sending'))
        ? LOOK_AGAIN
        : false,
    meta: PRIVATE,
  })
}

export function previewMessageMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async (body: NewMessage) =>
      (await previewEventMessage({ path: { id: eventId }, body, throwOnError: true })).data,
  })
}

/** Once for each key, however often it is sent. */
export function sendMessageMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async ({ key, ...body }: NewMessage & { key: string }) => {
      const headers = { 'Idempotency-Key': key }
      return (await sendEventMessage({ path: { id: eventId }, body, headers, throwOnError: true })).data
    },
    onSuccess: (_message, _sent, _before, { client }) => {
      void client.invalidateQueries({ queryKey: organiserKeys.messages(eventId) })
    },
  })
}
