// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, show, stats } from '../testing'
import { useLiveStats } from './use-live-stats'

beforeEach(() => {
  // By itself the query library tells its news by a timer, which a clock that stands still would hold back.
  notifyManager.setScheduler(queueMicrotask)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Figures() {
  const { stats: shown, isLive } = useLiveStats(7, stats)
  return (
    <p>
      {shown.sold_tickets} {isLive ? 'live' : 'asked'}
    </p>
  )
}

/** A connection that stays open until it is aborted. */
function openStream(signal: AbortSignal) {
  let send: (sold: number) => void = () => undefined
  let end: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (sold) => {
        const data = JSON.stringify({ ...stats, sold_tickets: sold })
        controller.enqueue(new TextEncoder().encode(`event: stats\ndata: ${data}\n\n`))
      }
      end = () => controller.close()
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  const response = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  return { response, send: (sold: number) => send(sold), end: () => end() }
}

async function pass(ms = 0) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  })
}

function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('figures come by one connection, and nothing is asked for meanwhile', async () => {
  const streams: ReturnType<typeof openStream>[] = []
  const calls = serve((_, request) => {
    const stream = openStream(request.signal)
    streams.push(stream)
    return stream.response
  })
  show(<Figures />)
  await pass()
  expect(screen.getByText('221 asked')).toBeTruthy()
  streams[0]?.send(222)
  await pass()
  expect(screen.getByText('222 live')).toBeTruthy()
  await pass(60_000)
  expect(calls.map(({ name }) => name)).toEqual(['GET /api/events/7/live/'])
})

test('where no connection holds, the figures are asked for', async () => {
  let sold = 300
  const calls = serve(({ name }) =>
    name.endsWith('/live/')
      ? new Response(null, { status: 503 })
      : Response.json({ ...stats, sold_tickets: sold++ }),
  )
  show(<Figures />)
  await pass()
  await pass(10_000)
  expect(screen.getByText('300 asked')).toBeTruthy()
  await pass(10_000)
  expect(screen.getByText('301 asked')).toBeTruthy()
  expect(calls.filter(({ name }) => name.endsWith('/stats/'))).toHaveLength(2)
})

test('nobody looks: the connection is closed, and opened again when somebody does', async () => {
  const opened: AbortSignal[] = []
  const calls = serve(({ name }, request) => {
    if (name.endsWith('/stats/')) return stats
    opened.push(request.signal)
    const stream = openStream(request.signal)
    stream.send(230)
    return stream.response
  })
  show(<Figures />)
  await pass()
  expect(screen.getByText('230 live')).toBeTruthy()
  look('hidden')
  await pass(120_000)
  expect(opened.map(({ aborted }) => aborted)).toEqual([true])
  expect(calls).toHaveLength(1)
  look('visible')
  await pass()
  expect(opened.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('who leaves the screen leaves no connection behind', async () => {
  const opened: AbortSignal[] = []
  serve((_, request) => {
    opened.push(request.signal)
    return openStream(request.signal).response
  })
  const { unmount } = show(<Figures />)
  await pass()
  unmount()
  expect(opened.map(({ aborted }) => aborted)).toEqual([true])
})
