import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendWithProgress } from './upload'
import { StandInUpload } from './upload-testing'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', StandInUpload)
  StandInUpload.calls = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function send(onProgress = vi.fn(), signal?: AbortSignal) {
  const form = new FormData()
  form.append('img', new Blob(['picture']), 'moi.jpg')
  const request = new Request('http://tukio.example/api/profile/', { method: 'PUT', body: form, signal })
  request.headers.set('Authorization', 'Bearer a')
  const answer = sendWithProgress(onProgress)(request)
  // A rejection is looked at later: it must not count as unhandled meanwhile.
  answer.catch(() => undefined)
  await vi.waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  return { answer, call: StandInUpload.calls[0] as StandInUpload }
}

test('the form goes out whole, with its boundary and the session, and tells how far it is', async () => {
  const onProgress = vi.fn()
  const { answer, call } = await send(onProgress)
  expect([call.method, call.url]).toEqual(['PUT', 'http://tukio.example/api/profile/'])
  expect(call.requestHeaders.authorization).toBe('Bearer a')
  const boundary = call.requestHeaders['content-type']?.match(/^multipart\/form-data; boundary=(.+)$/)?.[1]
  expect(await call.sent?.text()).toContain(`--${boundary}\r\nContent-Disposition: form-data; name="img"`)
  call.moved(1, 4)
  call.moved(4, 4)
  expect(onProgress.mock.calls).toEqual([[0.25], [1]])
  call.answer(400, { img: ['Non.'] })
  const response = await answer
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ img: ['Non.'] })
})

test('it waits as long as something moves, and ten seconds more', async () => {
  const { answer, call } = await send()
  for (let second = 0; second < 60; second += 9) {
    vi.advanceTimersByTime(9_000)
    call.moved(second, 60)
  }
  expect(call.aborted).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(call.aborted).toBe(true)
  await expect(answer).rejects.toThrow('Nothing moved')
})

test('an answer in time is not cut off afterwards', async () => {
  const { answer, call } = await send()
  call.answer(204, null)
  vi.advanceTimersByTime(20_000)
  expect(call.aborted).toBe(false)
  expect((await answer).status).toBe(204)
})

test('a lost connection, a page of the network’s own and a change of mind are no answers', async () => {
  const lost = await send()
  lost.call.fail()
  await expect(lost.answer).rejects.toThrow('Failed to send')

  StandInUpload.calls = []
  const portal = await send()
  portal.call.answer(200, 'Payez', 'text/html')
  await expect(portal.answer).rejects.toThrow('not the API')

  StandInUpload.calls = []
  const mind = new AbortController()
  const stopped = await send(vi.fn(), mind.signal)
  mind.abort(new Error('changed'))
  await expect(stopped.answer).rejects.toThrow('changed')
})
