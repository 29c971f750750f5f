// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, keepTokens } from './auth-store'
import { startSession } from './session'

const user = { id: 7, username: 'elodie', phone: '0991234567' }
const access = `e30.${btoa(JSON.stringify({ user, exp: 4_000_000_000 }))}.sign`
const HALF_AN_HOUR = 30 * 60_000

let pathname: string
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).pathname)
    return new Response(JSON.stringify({ user }), { headers: { 'Content-Type': 'application/json' } })
  })
})

afterEach(() => {
  forgetSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Half an hour goes by on a page; how often the session has been checked so far. */
async function checksAfter(ms: number, page = pathname): Promise<number> {
  pathname = page
  await vi.advanceTimersByTimeAsync(ms)
  return asked.filter((path) => path === '/api/session/').length
}

test('a session is checked at start and every 30 minutes, but not where one signs in', async () => {
  pathname = '/events'
  keepTokens({ access, refresh: 'r' })
  startSession({ pathname: () => pathname, askToSignIn: () => undefined, forgetAnswers: () => undefined })
  expect(await checksAfter(0)).toBe(1)
  expect(await checksAfter(HALF_AN_HOUR - 1)).toBe(1)
  expect(await checksAfter(1)).toBe(2)
  for (const page of ['/login', '/register']) expect(await checksAfter(HALF_AN_HOUR, page)).toBe(2)
  expect(await checksAfter(HALF_AN_HOUR, '/events')).toBe(3)
  forgetSession()
  expect(await checksAfter(HALF_AN_HOUR)).toBe(3)
})
