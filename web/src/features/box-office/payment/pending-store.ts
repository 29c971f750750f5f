// The payment that waits in this tab: a reload, which phones do by themselves, must not lose sight of it.
import { PENDING_PAYMENT } from '@/lib/private-answers'
import type { Running } from './machine'
import type { Order, OrderChoice } from './order'

export interface PendingPayment {
  userId: number
  order: Order
  choice: OrderChoice
  running: Running
}

export function rememberPending(pending: PendingPayment): void {
  try {
    sessionStorage.setItem(PENDING_PAYMENT, JSON.stringify(pending))
  } catch {
    // A full or forbidden storage: the payment goes on, only a reload would not resume it.
  }
}

export function forgetPending(): void {
  try {
    sessionStorage.removeItem(PENDING_PAYMENT)
  } catch {
    // Nothing was kept either.
  }
}
