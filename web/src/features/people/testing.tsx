// For tests of the people screens: the screen on its own small router, against a stand-in server.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import { vi } from 'vitest'
import { connectApi } from '@/api/client'
import { NowProvider } from '@/lib/now'
import { parseSearch, stringifySearch } from '@/lib/search-params'
import { DirectoryPage } from './directory-page'
import { directoryFiltersSchema } from './filters'
import { PersonEvents } from './person-events'
import { ProfilePage } from './profile-page'
import type { Person } from './queries'

// A busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

export function makePerson(changes: Partial<Person> = {}): Person {
  return {
    id: 7,
    username: 'Maman Odette',
    phone: '0991000022',
    profile: { img_url: null, img: null, activity: 'Traiteur', email: null },
    is_following: false,
    events_count: 2,
    followers_count: 1240,
    following_count: 0,
    provider: null,
    ...changes,
  }
}

type Answer = (path: string, url: URL) => unknown

/** Answers every call by `answer`, at once or later; a number is a bare status, 0 no answer at all. */
export function serve(answer: Answer): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    asked.push(`${request.method} ${url.pathname}${url.search}`)
    const body = await answer(url.pathname, url)
    if (body === 0) throw new TypeError('Failed to fetch')
    const status = typeof body === 'number' ? body : 200
    return new Response(JSON.stringify(status === 200 ? body : {}), {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  return asked
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

export function openScreen(address: string, viewerId: number | null = null, queryClient = makeQueryClient()) {
  const root = createRootRoute()
  const directory = createRoute({
    getParentRoute: () => root,
    path: '/users',
    validateSearch: directoryFiltersSchema,
    component: () => <DirectoryPage filters={directory.useSearch()} viewerId={viewerId} />,
  })
  const profile = createRoute({
    getParentRoute: () => root,
    path: '/users/$userId',
    component: () => {
      const userId = Number(profile.useParams().userId)
      const events = <PersonEvents userId={userId} card={(event) => event.name} skeleton={null} />
      return <ProfilePage userId={userId} viewerId={viewerId} events={events} />
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([directory, profile]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <NowProvider start={Date.UTC(2026, 10, 14, 10)}>
        {/* Another tree than the registered one, with the same addresses. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  return router
}
