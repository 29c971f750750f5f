// For tests of the organiser's space: a part of it on a small router, against a stand-in server.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { connectApi } from '@/api/client'
import { NowProvider } from '@/lib/now'
import { parseSearch, stringifySearch } from '@/lib/search-params'
import type { OrganisedEvent } from './organised-event'

// A busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

/** 14 November 2026, noon in Lubumbashi. */
export const NOW = Date.UTC(2026, 10, 14, 10)

export const type: OrganisedEvent['ttype'][number] = {
  ...{ id: 1, label: 'Standard', price: 10, devise: 'USD', nbr_max: 300, sold_tickets: 165 },
  ...{ scanned_tickets: 0, available_tickets: 127, closed: false, state: 'on_sale', hidden: false },
  ...{ min_per_order: 1, max_per_order: 10, after_previous: false, waiting_list_open: false },
}

export const stats: OrganisedEvent['stats'] = {
  ...{ total_tickets: 360, sold_tickets: 221, available_tickets: 131, scanned_tickets: 12 },
  ...{ total_revenue: 3000, revenue: 2840, collaborators_count: 3, progress: 61.4, scan_progress: 5.4 },
  ...{ revenue_by_currency: { USD: 2840, CDF: 415_000 }, cash_by_currency: {}, cash_to_return: {} },
}

export function makeEvent(changes: Partial<OrganisedEvent> = {}): OrganisedEvent {
  return {
    ...{ id: 7, name: 'Katanga Jazz de nuit', category: 'Concerts', started_at: '2026-11-21', hour: '19:30' },
    ...{ address: 'Avenue Kasaï 12', town: 'Lubumbashi', is_free: false, is_public: true, cancelled: false },
    ...{ draft: false, refund_policy: 'none', has_hidden_types: false, role: 'owner', trusted: true },
    ...{ collaborators: [], begun_types: [1], stats },
    ttype: [type],
    owner: { id: 3, username: 'organisateur', profile: { img_url: null, activity: null } },
    ...changes,
  }
}

export type Call = { name: string; url: URL }

/** Answers every call by `answer`: a response, or the body of a 200. Gives back what was asked. */
export function serve(answer: (call: Call, request: Request) => unknown): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const call = { name: `${request.method} ${url.pathname}`, url }
    calls.push(call)
    const given = await answer(call, request)
    return given instanceof Response ? given : Response.json(given)
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  return calls
}

export const page = (results: unknown[], next: string | null = null, count = results.length) => ({
  ...{ count, next, previous: null, results },
})

/** Dialogs as far as tests need them: jsdom has none. */
export function haveDialogs(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
}

export function show(element: ReactNode, address = '/') {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element, notFoundComponent: () => element }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  const view = render(
    <QueryClientProvider client={queryClient}>
      <NowProvider start={NOW}>
        {/* Another tree than the registered one. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  return { ...view, router }
}
