// @vitest-environment jsdom
// The server fills the query cache of each page that it renders. Both sides must name an answer alike, or the browser
// asks again for what it has. api/page-keys.json is that agreement: this test reads it from the browser's side, a test of
// the server's module `pages` from the other.
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import pages from '@/api/page-keys.json'
import { accountKeys } from '@/lib/query-keys/accounts'
import { App, createAppRouter } from './router'

/** 14 November 2026, noon in Lubumbashi. */
const NOW = Date.UTC(2026, 10, 14, 10)

const owner = { id: 3, username: 'organisateur', profile: { img_url: null, activity: null } }
const event = {
  ...{ id: 100000000001, name: 'Jazz', category: 'Concerts', started_at: '2026-11-21', hour: '19:30' },
  ...{ ended_at: null, address: null, location: null, town: 'Goma', description: null, img_url: null },
  ...{ is_free: true, is_public: true, cancelled: false, ttype: [], owner },
}
const person = {
  ...{ id: 100000000002, username: 'Maman Odette', phone: '0991000022', provider: null },
  profile: { img_url: null, img: null, activity: 'Traiteur', email: null },
  ...{ is_following: false, events_count: 0, followers_count: 0, following_count: 0 },
}

/** One answer for each kind of question, such that a page goes on to everything it asks for. */
const ANSWERS: [path: RegExp, body: unknown][] = [
  [/^\/api\/events\/\d+\/similar\//, { results: [] }],
  [/^\/api\/events\/\d+\//, event],
  [/^\/api\/calendar\//, calendar('2026-11-21')],
  [/^\/api\/map\//, { results: [], more: false }],
  [/^\/api\/users\/\d+\//, person],
  [/./, { count: 0, next: null, previous: null, results: [] }],
]

/** A day with more events than the month has room for: opened, it is read whole. */
function calendar(day: string) {
  return { today: '2026-11-14', days: [{ day, count: 9, events: [] }] }
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    return Response.json(ANSWERS.find(([path]) => path.test(pathname))?.[1])
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each(pages)('$address', async ({ address, keys }) => {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter({ now: NOW, queries: [] }, history)
  const { queryClient } = router.options.context
  render(<App router={router} />)
  await waitFor(() => expect(router.state.status).toBe('idle'))
  // One that is switched off, as for a day that is not open, lies in the cache and asks nothing. How codes are sent is
  // asked by the browser alone: the page is whole without it.
  const asked = () =>
    queryClient
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.status !== 'pending' })
      .filter(({ queryKey }) => queryKey !== accountKeys.codeChannels)
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0)
    expect(asked()).toHaveLength(keys.length)
  })
  expect(sorted(asked().map(({ queryKey }) => queryKey))).toEqual(sorted(keys))
})

/** What is asked first is nobody's agreement. */
function sorted(keys: readonly unknown[]): unknown[] {
  return keys.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}
