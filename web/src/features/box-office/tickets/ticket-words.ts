// What states of tickets and payments are called, and which payments still need a word.
import type { Payment, Ticket } from './queries'

const DAY = 24 * 3_600_000

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

/** A success shows as tickets, and an old failure is old news. */
export function isWorthTelling({ status, refund, created_at }: Payment, now: number): boolean {
  return Boolean(refund) || status === 'pending' || (status === 'failed' && now - created_at < DAY)
}
