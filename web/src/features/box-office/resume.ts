// Looks for a payment that a reload of this page interrupted. Apart from the dialog, which need not be loaded for it.
import { PENDING_PAYMENT } from '@/lib/private-answers'
import type { PendingPayment } from './payment/pending-store'

/** After this the dialog has nothing to add: "Mes billets" tells what became of it. */
const WORTH_RESUMING = 15 * 60_000

export function readPending(eventId: number, userId: number): PendingPayment | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PENDING_PAYMENT) ?? 'null') as PendingPayment | null
    const fits = kept?.userId === userId && kept.order.event.id === eventId
    return fits && Date.now() - kept.running.deadline < WORTH_RESUMING ? kept : null
  } catch {
    return null
  }
}
