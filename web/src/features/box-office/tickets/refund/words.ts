// How the money of a ticket stands, for its holder.
import type { Ticket } from '../queries'

export type TicketRefund = NonNullable<Ticket['refund']>

export const REFUND_WORDS = {
  asked: {
    title: 'Remboursement demandé',
    text: "L'organisateur va vous répondre. Votre billet reste valable.",
  },
  refused: { title: 'Remboursement refusé', text: 'Votre billet reste valable.' },
  requested: { title: 'Remboursement en cours', text: 'Le montant vous sera rendu par où vous avez payé.' },
  done: { title: 'Remboursé', text: 'Le montant vous a été rendu.' },
  failed: {
    title: 'Remboursement retardé',
    text: "L'opérateur n'a pas pu rendre le montant : l'organisateur s'en occupe.",
  },
  by_hand: { title: 'À récupérer', text: "L'organisateur vous rend le montant en main propre." },
} as const satisfies Record<TicketRefund['state'], { title: string; text: string }>
