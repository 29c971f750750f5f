// For tests of the payment dialog: a stand-in box office, whose answers each test changes, and the hand on the dialog.
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { currentToasts, dismissToast } from '@/ui/toast-store'
import { type Call, haveDialogs, holdTime, NOW, order, pass, serve, show } from '../testing'
import { PaymentDialog } from './payment-dialog'
import type { PendingPayment } from './pending-store'

export const started = {
  ...{ payment_id: 'p1', payment_url: '/sandbox/pay/r1', status: 'pending', amount: '50.00' },
  ...{ currency: 'USD', expires_at: NOW + 900_000, rate: null },
}
export const INIT = 'POST /api/payments/init/'
export const CHECK = 'POST /api/payments/check-status/'

interface BoxOffice {
  status: unknown
  init: (call: Call) => unknown
  calls: Call[]
}

export const server: BoxOffice = { status: null, init: () => started, calls: [] }

/** Before each test. */
export function openBoxOffice(): void {
  haveDialogs()
  holdTime()
  server.status = { status: 'pending' }
  server.init = () => started
  server.calls = serve((call) => {
    if (call.name === INIT) return server.init(call)
    if (call.name === CHECK) return server.status
    const currency = call.url.searchParams.get('currency')
    return currency === 'CDF'
      ? { amount: '140000', currency, rate: '2800', currencies: ['USD', 'CDF'] }
      : { amount: '50.00', currency, rate: null, currencies: ['USD', 'CDF'] }
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
  vi.unstubAllGlobals()
}

export async function open(resumed?: PendingPayment) {
  const onClose = vi.fn()
  show(<PaymentDialog userId={3} email={null} order={order} resumed={resumed} onClose={onClose} />)
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
