// For tests of what steers a sale: a part of an event's space on a small router, against a stand-in server that keeps a list.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { connectApi } from '@/api/client'
import { NowProvider } from '@/lib/now'
import type { OrganisedEvent } from './organised-event'

// A busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

/** 14 November 2026, noon in Lubumbashi. */
export const NOW = Date.UTC(2026, 10, 14, 10)

const type: OrganisedEvent['ttype'][number] = {
  ...{ id: 1, label: 'Standard', price: 10, devise: 'USD', nbr_max: 300, sold_tickets: 165 },
  ...{ scanned_tickets: 0, available_tickets: 127, closed: false, state: 'on_sale', hidden: false },
  ...{ min_per_order: 1, max_per_order: 20, after_previous: false, waiting_list_open: false },
}

export const event = {
  ...{ id: 7, name: 'Katanga Jazz de nuit', category: 'Concerts', started_at: '2026-11-21', hour: '19:30' },
  ...{ address: 'Avenue Kasaï 12', town: 'Lubumbashi', is_free: false, is_public: true, cancelled: false },
  ...{ draft: false, refund_policy: 'none', has_hidden_types: false, role: 'owner', trusted: true },
  ...{ collaborators: [], begun_types: [1], stats: {} },
  ttype: [type, { ...type, id: 2, label: 'VIP', price: 50 }],
} as unknown as OrganisedEvent

export interface Call {
  /** "POST /api/events/7/promo-codes/" */
  name: string
  url: URL
  key: string | null
  body: Record<string, unknown>
}

/** Answers every call by `answer`: a response, or the body of a 200. Gives back what was asked. */
export function serve(answer: (call: Call) => unknown): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url)
    const text = await request.clone().text()
    const call: Call = {
      name: `${request.method} ${url.pathname}`,
      url,
      key: request.headers.get('Idempotency-Key'),
      body: text ? JSON.parse(text) : {},
    }
    calls.push(call)
    const given = await answer(call)
    return given instanceof Response ? given : Response.json(given)
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  return calls
}

export const page = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results })

export function show(element: ReactNode) {
  // Dialogs as far as tests need them: jsdom has none.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NowProvider start={NOW}>
        {/* Another tree than the registered one. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
