// For tests of the payment dialog: a stand-in box office, whose answers each test changes, and the hand on the dialog.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { currentToasts, dismissToast } from '@/ui/toast-store'
import { type Call, haveDialogs, holdTime, makeChannels, NOW, order, pass, serve, show } from '../testing'
import { PaymentDialog } from './payment-dialog'
import type { PendingPayment } from './pending-store'

export const started = {
  ...{ payment_id: 'p1', payment_url: '/sandbox/pay/r1', status: 'pending', amount: '50.00' },
  ...{ currency: 'USD', expires_at: NOW + 900_000, rate: null },
}
export const INIT = 'POST /api/payments/init/'
export const CHANNELS = 'GET /api/payments/channels/'
export const CHECK = 'POST /api/payments/check-status/'

interface BoxOffice {
  /** Of one ticket, in dollars. */
  price: number
  quoted: (call: Call) => unknown
  channels: (call: Call) => unknown
  status: unknown
  init: (call: Call) => unknown
  /** Called when the profile has become another. */
  emailKept: () => void
  calls: Call[]
}

export const server: BoxOffice = {
  ...{ price: 25, status: null, calls: [], emailKept: vi.fn() },
  quoted: quote,
  channels: () => makeChannels(),
  init: () => started,
}

function quote(call: Call) {
  const currency = call.url.searchParams.get('currency')
  const told = { price: server.price.toFixed(2), devise: 'USD', currency, currencies: ['USD', 'CDF'] }
  return currency === 'CDF'
    ? { ...told, amount: String(2 * 2800 * server.price), rate: '2800' }
    : { ...told, amount: (2 * server.price).toFixed(2), rate: null }
}

/** Before each test. */
export function openBoxOffice(): void {
  haveDialogs()
  holdTime()
  server.price = 25
  server.quoted = quote
  server.channels = () => makeChannels()
  server.status = { status: 'pending' }
  server.init = () => started
  server.emailKept = vi.fn()
  server.calls = serve((call) => {
    if (call.name === INIT) return server.init(call)
    if (call.name === CHECK) return server.status
    if (call.name === CHANNELS) return server.channels(call)
    return server.quoted(call)
  })
}

/** After each test. */
export async function closeBoxOffice(): Promise<void> {
  cleanup()
  // While the clock still obeys: their way out takes time.
  for (const toast of currentToasts()) dismissToast(toast.id)
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
}

export async function open(resumed?: PendingPayment, email: string | null = null) {
  const onClose = vi.fn()
  const props = { userId: 3, email, order, resumed, onEmailKept: server.emailKept, onClose }
  show(<PaymentDialog {...props} />)
  await pass()
  return onClose
}

export async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass()
}

export const seen = (text: string) => screen.queryByText(text) !== null
export const asked = (name: string) => server.calls.filter((call) => call.name === name)
export const toasts = () => currentToasts().map((toast) => toast.message)
