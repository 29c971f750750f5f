// What channels and states are called on the organiser's screens.
import type { Attendee, EventPayment, SalesChannel } from '@/api/generated/types.gen'

export const CHANNELS = {
  online: 'En ligne',
  door: 'À la porte',
  invitation: 'Invitation',
  agent: 'Point de vente',
} as const satisfies Record<SalesChannel, string>

export const TICKET_STATES = {
  valid: { label: 'Valable', tone: 'green' },
  scanned: { label: 'Entré', tone: 'malachite' },
  cancelled: { label: 'Annulé', tone: 'amber' },
  refunded: { label: 'Remboursé', tone: 'outline' },
} as const satisfies Record<Attendee['status'], object>

export const PAYMENT_STATES = {
  succeeded: { label: 'Payé', tone: 'green' },
  pending: { label: 'En cours', tone: 'amber' },
  failed: { label: 'Échoué', tone: 'outline' },
  review: { label: 'À vérifier', tone: 'danger' },
} as const satisfies Record<EventPayment['state'], object>

/** The options of a choice, with the one that leaves it open first. */
export function optionsOf(all: string, words: Readonly<Record<string, string | { label: string }>>) {
  const options = Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.label,
  }))
  return [{ value: '', label: all }, ...options]
}

/** Who paid: at the door nobody is asked for a name, and a closed account has none left. */
export function buyerWords({ buyer, channel }: Pick<EventPayment, 'buyer' | 'channel'>): string {
  return buyer ?? (channel === 'online' ? 'Compte fermé' : CHANNELS[channel])
}
