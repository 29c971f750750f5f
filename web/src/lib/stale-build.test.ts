// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAnewWhenStale } from './stale-build'

const open = vi.fn()
const offline = vi.fn()
let goingTo: string | null
let depart: (address: string) => void
let stop: () => void

async function missFile() {
  const event = new Event('vite:preloadError', { cancelable: true })
  dispatchEvent(event)
  await vi.waitFor(() => expect(event.defaultPrevented).toBe(true))
  await Promise.resolve()
  await Promise.resolve()
}

beforeEach(() => {
  goingTo = '/events'
  open.mockClear()
  offline.mockClear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () => new Response())
  stop = openAnewWhenStale({
    goingTo: () => goingTo,
    onDeparture: (callback) => {
      depart = callback
      return () => {}
    },
    open,
    offline,
  })
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('a missing file opens the page anew, once', async () => {
  await missFile()
  await missFile()
  expect(open.mock.calls).toEqual([['/events']])
  // Then something else is wrong, and somebody waits.
  expect(offline).toHaveBeenCalledTimes(1)
})

test('another page gets its own chance', async () => {
  await missFile()
  goingTo = '/login'
  await missFile()
  expect(open).toHaveBeenCalledTimes(2)
})

test('a preload that nobody asked for reloads nothing, until the person goes somewhere', async () => {
  goingTo = null
  await missFile()
  expect(open).not.toHaveBeenCalled()
  depart('/login')
  await vi.waitFor(() => expect(open.mock.calls).toEqual([['/login']]))
  depart('/events')
  await Promise.resolve()
  expect(open).toHaveBeenCalledTimes(1)
})

test('without network the page on screen stays', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()))
  await missFile()
  await vi.waitFor(() => expect(offline).toHaveBeenCalled())
  expect(open).not.toHaveBeenCalled()
})
