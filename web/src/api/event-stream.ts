// Opens an answer that goes on: server-sent events, in the same session as every other call. It has no time limit.

import { sentBy } from './client'
import { client } from './generated/client.gen'

/** Answers the body to be read, or fails when the server refuses or can't be reached. */
export async function openEventStream(
  path: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const address = new URL(`${client.getConfig().baseUrl ?? ''}${path}`, location.href)
  const request = new Request(address, { signal, headers: { Accept: 'text/event-stream' } })
  const response = await sentBy((sent) => fetch(sent))(request)
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  if (!response.ok || !isStream || !response.body) throw new TypeError('no events')
  return response.body
}
