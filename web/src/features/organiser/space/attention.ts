// What waits for somebody, in words: one sentence for each kind, and where it is dealt with.
import type { Attention } from '@/api/generated/types.gen'
import { counted } from '@/lib/counted'
import { timeLeft } from '@/lib/time-left'

export type Waiting = { title: string; text: string; to: string; action: string; urgent?: true }

/** Where one's own payments are: they have no page of their own. */
const OWN_PAYMENTS = '/dash/tickets'

/** Nothing for a kind that this build does not know, or that the screen shows elsewhere. */
export function waitingWords(attention: Attention, now: number): Waiting | undefined {
  const { event, link: to } = attention
  const [about, count, until] = [event?.name ?? '', attention.count ?? 1, leftUntil(attention, now)]
  switch (attention.kind) {
    case 'payment_waiting':
      return urgent('Un paiement vous attend.', about + until, OWN_PAYMENTS, 'Payer')
    case 'payment_review':
      return words(
        'Un paiement est à vérifier.',
        `${about} : nous regardons ce qui s'est passé.`,
        OWN_PAYMENTS,
        'Voir',
      )
    case 'waiting_list_offer':
      return urgent('Une place est pour vous.', about + until, to, 'La prendre')
    case 'event_tomorrow':
      return words("C'est demain.", about, to, to.startsWith('/dash/events/') ? 'Ouvrir' : 'Mes billets')
    case 'refund_failed':
      return urgent(
        `${counted(count, 'remboursement échoué', 'remboursements échoués')}.`,
        about,
        to,
        'Regarder',
      )
    case 'refund_requested':
      return words(
        `${counted(count, 'remboursement demandé', 'remboursements demandés')}.`,
        about,
        to,
        'Répondre',
      )
    case 'nearly_sold_out':
      return words(`Plus que ${counted(count, 'place')}.`, about, to, 'Ouvrir')
    case 'draft_open':
      return words(
        'Un brouillon attend.',
        `${about} n'est vu que de vous et de votre équipe.`,
        to,
        'Terminer',
      )
    default:
      return undefined
  }
}

function words(title: string, text: string, to: string, action: string): Waiting {
  return { title, text, to, action }
}

function urgent(title: string, text: string, to: string, action: string): Waiting {
  return { title, text, to, action, urgent: true }
}

function leftUntil({ at }: Attention, now: number): string {
  return at && at > now ? ` : encore ${timeLeft(at - now)}` : ''
}
