// What refunds are called, and why they are.
import type { Refund, RefundState } from './queries'

export const SECTIONS = {
  failed: {
    title: 'Échoués',
    lead: "L'opérateur n'a pas rendu l'argent. Réessayez, ou rendez-le en main propre.",
  },
  by_hand: {
    title: 'À rendre en main propre',
    lead: "Payés en espèces : c'est vous qui rendez l'argent.",
  },
  requested: { title: 'En cours', lead: "L'opérateur est en train de rendre l'argent." },
  done: { title: 'Rendus' },
} as const satisfies Record<RefundState, { title: string; lead?: string }>

export const STATES = {
  failed: { label: 'Échoué', tone: 'danger' },
  by_hand: { label: 'À rendre', tone: 'amber' },
  requested: { label: 'En cours', tone: 'outline' },
  done: { label: 'Rendu', tone: 'green' },
} as const satisfies Record<RefundState, { label: string; tone: string }>

const CAUSES: Record<Refund['cause'], string> = {
  late: 'Paiement arrivé trop tard',
  cancelled: 'Évènement annulé',
  organiser: "Décidé par l'équipe",
  request: "À la demande de l'acheteur",
  provider: "Rendu par l'opérateur",
}

export function causeWords({ cause }: Refund): string {
  return CAUSES[cause] ?? 'Remboursement'
}

/** Who gets it: a sale at the door has no buyer, nor has a closed account. */
export function receiverWords({ buyer }: Refund): string {
  return buyer ?? 'Acheteur sans compte'
}
