// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { follow } from './follow'

const PATH = '/api/events/7/live/'

beforeEach(() => {
  vi.useFakeTimers()
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stream(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/event-stream' } })
}

test('figures arrive, and the connection is made again when it ends', async () => {
  const answers = [stream('event: stats\ndata: 1\n\n'), stream('event: stats\ndata: 2\n\n')]
  const asked = vi.fn(async () => answers.shift() ?? Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', asked)
  const over = new AbortController()
  const [events, connected]: [string[], boolean[]] = [[], []]
  const following = follow({
    path: PATH,
    signal: over.signal,
    onEvent: (name, data) => events.push(`${name} ${data}`),
    onConnected: (is) => connected.push(is),
  })
  await vi.advanceTimersByTimeAsync(2000)
  expect(events).toEqual(['stats 1', 'stats 2'])
  expect(connected).toEqual([true, false, true, false])
  // Without network it is tried ever more rarely.
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000)
  expect(asked).toHaveBeenCalledTimes(5)
  over.abort()
  await following
})

test('an answer that is no stream counts as none', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ sold: 1 })),
  )
  const over = new AbortController()
  const connected: boolean[] = []
  const onConnected = (is: boolean) => connected.push(is)
  const following = follow({ path: PATH, signal: over.signal, onEvent: expect.unreachable, onConnected })
  await vi.advanceTimersByTimeAsync(1)
  expect(connected).toEqual([false])
  over.abort()
  await following
})
