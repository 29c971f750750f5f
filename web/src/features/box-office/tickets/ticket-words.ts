// What states of tickets and payments are called, and which payments still need a word.
import type { Payment, Ticket } from './queries'

const DAY = 24 * 3_600_000
/** After this whoever wondered has looked at their account. */
const REFUND_IS_NEWS = 14 * DAY

export const STATUS = {
  valid: { label: 'Valable', tone: 'green' },
  scanned: { label: 'Scanné', tone: 'amber' },
  cancelled: { label: 'Annulé', tone: 'danger' },
  refunded: { label: 'Remboursé', tone: 'outline' },
} as const satisfies Record<Ticket['status'], { label: string; tone: string }>

/** A scanned one still shows its code: some gates ask for it again. */
export function opensTheGate({ status }: Ticket): boolean {
  return status === 'valid' || status === 'scanned'
}

export function paymentWords({ status, refund }: Pick<Payment, 'status' | 'refund'>): {
  title: string
  text: string
} {
  if (refund === 'done') return { title: 'Remboursé', text: 'Le montant vous a été rendu.' }
  if (refund) return { title: 'Remboursement en cours', text: 'Le montant vous sera rendu.' }
  if (status === 'pending')
    return { title: 'Paiement en cours', text: 'Vos billets arrivent ici dès que le paiement est confirmé.' }
  return { title: 'Paiement échoué', text: "Aucun billet n'a été émis." }
}

/** A success shows as tickets, an old failure or refund is old news, and of several tries the one counts that goes on. */
export function isWorthTelling(payment: Payment, all: readonly Payment[], now: number): boolean {
  const { status, refund, refunded_at, replaced, created_at } = payment
  if (refund) return !refunded_at || now - refunded_at < REFUND_IS_NEWS
  if (status === 'pending') return !(replaced && all.some((other) => goesOn(other, payment)))
  return status === 'failed' && !replaced && now - created_at < DAY
}

/** Whether a later try says more than the one before, which may still be paid. */
function goesOn(later: Payment, before: Payment): boolean {
  const isLater = later.created_at >= before.created_at && later.id !== before.id
  return isLater && later.ticket_type.id === before.ticket_type.id && later.status !== 'failed'
}
