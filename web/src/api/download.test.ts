import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveWithProgress } from './download'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let send: (bytes: number) => void
let end: () => void

/** A file that comes as the test sends it. */
function serveFile(type = 'text/csv') {
  vi.stubGlobal('fetch', async (_: Request, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (bytes) => controller.enqueue(new Uint8Array(bytes).fill(7))
        end = () => controller.close()
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'Content-Type': type } })
  })
}

const request = () => new Request('http://tukio.example/api/events/7/attendees.csv')

test('a file that comes slowly is waited for, and told piece by piece', async () => {
  serveFile()
  const received: number[] = []
  const answer = receiveWithProgress((bytes) => received.push(bytes))(request())
  for (const bytes of [100, 20, 3]) {
    await vi.advanceTimersByTimeAsync(9000)
    send(bytes)
  }
  await vi.advanceTimersByTimeAsync(9000)
  end()
  expect((await (await answer).bytes()).length).toBe(123)
  expect(received).toEqual([100, 120, 123])
})

test('it is given up when nothing comes for ten seconds', async () => {
  serveFile()
  const answer = receiveWithProgress(() => undefined)(request())
  const failed = expect(answer).rejects.toThrow('Nothing moved')
  await vi.advanceTimersByTimeAsync(5000)
  send(100)
  await vi.advanceTimersByTimeAsync(10_001)
  await failed
})

test('the page of a network that asks for a login is no file', async () => {
  serveFile('text/html')
  const answer = receiveWithProgress(() => undefined)(request())
  const failed = expect(answer).rejects.toThrow('not the API')
  await vi.advanceTimersByTimeAsync(1)
  end()
  await failed
})
