// For tests of the event screens: the screen on its own small router, against a stand-in server.
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
import { CalendarPage } from './calendar/calendar-page'
import { calendarSearchSchema } from './calendar/search'
import { EventPage } from './event-page'
import { EventsPage } from './events-page'
import { eventFiltersSchema } from './filters'
import { HomePage } from './home-page'
import { MapPage } from './map/map-page'
import { mapFiltersSchema } from './map/search'
import type { Event } from './queries'

// A busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

/** 14 November 2026, noon in Lubumbashi. */
export const NOW = Date.UTC(2026, 10, 14, 10)

export function makeEvent(changes: Partial<Event> = {}): Event {
  return {
    id: 7,
    name: 'Katanga Jazz de nuit',
    category: 'Concerts',
    started_at: '2026-11-21',
    ended_at: null,
    hour: '19:30',
    address: 'Avenue Kasaï 12',
    location: null,
    town: 'Lubumbashi',
    description: null,
    img_url: null,
    is_free: true,
    is_public: true,
    cancelled: false,
    draft: false,
    refund_policy: 'none',
    refund_until: null,
    postponed: null,
    ttype: [],
    has_hidden_types: false,
    owner: { id: 3, username: 'organisateur', profile: { img_url: null, activity: null } },
    ...changes,
  }
}

/** How a ticket type is sold where the organiser says nothing about it. */
export const usualSale = {
  state: 'on_sale' as const,
  hidden: false,
  min_per_order: 1,
  max_per_order: 20,
  after_previous: false,
  waiting_list_open: false,
}

/** Answers every call by `answer`; a number is a bare status. */
export function serve(answer: (url: URL) => unknown): URL[] {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    asked.push(url)
    const body = answer(url)
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

export function openScreen(address: string, queryClient = makeQueryClient()) {
  const root = createRootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <HomePage signedIn={false} />,
  })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/events',
    validateSearch: eventFiltersSchema,
    component: () => <EventsPage filters={list.useSearch()} />,
  })
  const detail = createRoute({
    getParentRoute: () => root,
    path: '/events/$eventId',
    component: () => (
      <EventPage
        eventId={Number(detail.useParams().eventId)}
        checkout={({ type, quantity }) => (
          <div data-testid="checkout">
            {type && (
              <p>
                Choisi : {quantity} × {type.label}
              </p>
            )}
          </div>
        )}
      />
    ),
  })
  const calendar = createRoute({
    getParentRoute: () => root,
    path: '/calendar',
    validateSearch: calendarSearchSchema,
    component: () => <CalendarPage search={calendar.useSearch()} />,
  })
  const card = createRoute({
    getParentRoute: () => root,
    path: '/card',
    validateSearch: mapFiltersSchema,
    component: () => <MapPage filters={card.useSearch()} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([home, list, detail, calendar, card]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <NowProvider start={NOW}>
        {/* Another tree than the registered one, with the same addresses. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  return router
}
