// For tests of the box office: a part of it on a small router, against a stand-in server and a clock that obeys.
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { connectApi } from '@/api/client'
import type { OfferedChannel, PaymentChannel } from '@/api/generated/types.gen'
import { NowProvider } from '@/lib/now'
import type { Order } from './payment/order'
import type { Payment, Ticket } from './tickets/queries'

// A busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

/** 14 November 2026, noon in Lubumbashi. */
export const NOW = Date.UTC(2026, 10, 14, 10)

export const order: Order = {
  event: { id: 7, name: 'Katanga Jazz de nuit' },
  type: { id: 1, label: 'Standard', price: 25, devise: 'USD' },
  quantity: 2,
}

const event = {
  ...{ id: 7, name: 'Katanga Jazz de nuit', started_at: '2026-11-21', hour: '19:30' },
  ...{ town: 'Lubumbashi', address: 'Avenue Kasaï 12', img_url: null, cancelled: false, postponed: null },
}

export function makeTicket(changes: Partial<Ticket> = {}): Ticket {
  return {
    ...{ id: 't1', code: '7KQ2-M9XD', qr: 'TUKIO1:abc', status: 'valid' },
    ticket_type: { id: 1, label: 'Standard', price: 25, devise: 'USD' },
    ...{ event, holder: 'elodie', payment_id: 'p1', purchased_at: NOW, scanned_at: null },
    ...{ refund: null, refund_possible: false },
    ...changes,
  }
}

export function makePayment(changes: Partial<Payment> = {}): Payment {
  return {
    ...{ id: 'p1', status: 'pending', reason: null, amount: '50.00', currency: 'USD', rate: null },
    ...{
      quantity: 2,
      created_at: NOW - 60_000,
      expires_at: null,
      payment_url: null,
      replaced: false,
      refund: null,
      refunds: [],
      refunded_at: null,
    },
    ticket_type: { id: 1, label: 'Standard', price: 25, devise: 'USD' },
    ...{ event, tickets: [] },
    ...changes,
  }
}

const CHANNELS: PaymentChannel[] = ['mpesa', 'airtel', 'orange', 'afrimoney', 'card']

/** The answer about channels: all are open, but for what is said of some. */
export function makeChannels(changes: Partial<Record<PaymentChannel, Partial<OfferedChannel>>> = {}) {
  const open = { is_open: true, reason: null, is_suggested: false }
  return { channels: CHANNELS.map((channel) => ({ channel, ...open, ...changes[channel] })) }
}

export interface Call {
  /** "POST /api/payments/init/" */
  name: string
  url: URL
  key: string | null
  body: Record<string, unknown>
}

/** A status with its body, or the body of a 200; 0 is no answer at all. */
type Answer = unknown | { status: number; body: unknown }

/** Answers every call by `answer`; gives back what was asked. */
export function serve(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = []
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
    if (given === 0) throw new TypeError('Failed to fetch')
    if (given instanceof Response) return given
    return json(200, given)
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  return calls
}

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Dialogs as far as tests need them: jsdom has none. */
export function haveDialogs(): void {
  vi.stubGlobal('scrollTo', () => undefined)
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
}

export function show(element: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  return render(
    <QueryClientProvider client={queryClient}>
      <NowProvider start={NOW}>
        {/* Another tree than the registered one. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
}

/** Only what the dialog counts with; promises and the network go on by themselves. */
export function holdTime(): void {
  // By itself the query library tells its news by a timer, which a clock that stands still would hold back.
  notifyManager.setScheduler(queueMicrotask)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: NOW,
  })
}

/** Lets time pass, and everything that follows from it happen. */
export async function pass(ms = 0): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  })
}

export function stubPopup() {
  const popup = {
    closed: false,
    location: { href: '' },
    document: { body: { textContent: '' } },
    focus: vi.fn(),
    close: vi.fn(),
  }
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  return { popup, open }
}

/** As browsers do: it is told to the document and goes on to the window. */
export function wakeUp(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}
