// What was done, as a sentence that begins with who did it: "marie a annulé l'évènement".

import { counted } from '@/lib/counted'
import { longDate } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import type { AuditLine } from './queries'

type Detail = Record<string, unknown>
type Sentence = string | ((detail: Detail) => string)

const SENTENCES: Record<AuditLine['action'], Sentence> = {
  'event.create': ({ draft }) => (draft ? 'a commencé un brouillon' : "a créé l'évènement"),
  'event.update': ({ started_at, hour, place, prices }) => {
    const changes = [
      typeof started_at === 'string' &&
        `a déplacé l'évènement au ${longDate(started_at)}${typeof hour === 'string' ? ` à ${hour}` : ''}`,
      typeof place === 'string' && `a changé le lieu (${place})`,
      typeof prices === 'string' && `a changé les prix (${prices})`,
    ]
    return changes.filter(Boolean).join(', ') || "a modifié l'évènement"
  },
  'event.publish': "a publié l'évènement",
  'event.copy': "a créé l'évènement à partir d'un autre",
  'event.cancel': "a annulé l'évènement",
  'event.postpone': ({ to }) => `a reporté l'évènement${typeof to === 'string' ? ` au ${longDate(to)}` : ''}`,
  'promo_code.create': ({ code }) => `a créé le code promo ${quoted(code)}`,
  'promo_code.update': ({ code }) => `a changé le code promo ${quoted(code)}`,
  'promo_code.delete': ({ code }) => `a supprimé le code promo ${quoted(code)}`,
  'guest.invite': ({ guests }) =>
    typeof guests === 'number'
      ? `a invité ${counted(guests, 'personne')} gratuitement`
      : 'a offert des billets',
  'guest.withdraw': 'a repris un billet offert',
  'payment.refund': (detail) => `a remboursé un achat${priced(detail)}`,
  'ticket.refund': (detail) => `a remboursé un billet${priced(detail)}`,
  'refund.retry': 'a relancé un remboursement',
  'refund.handed_back': (detail) => `a rendu de l'argent en main propre${priced(detail)}`,
  'refund_request.accept': 'a accepté une demande de remboursement',
  'refund_request.refuse': 'a refusé une demande de remboursement',
  'message.send': ({ recipients }) =>
    `a écrit aux participants${typeof recipients === 'number' ? ` (${counted(recipients, 'destinataire')})` : ''}`,
  'tickets.send': 'a renvoyé des billets à leur acheteur',
  'team.invite': (detail) => `a invité quelqu'un ${asWhat(detail)}`,
  'team.add': (detail) => `a ajouté quelqu'un à l'équipe ${asWhat(detail)}`,
  'team.update': (detail) => `a changé le rôle d'un membre : ${roleName(detail)}`,
  'team.remove': "a retiré quelqu'un de l'équipe",
  'team.withdraw': 'a annulé une invitation',
  'team.join': (detail) => `a rejoint l'équipe ${asWhat(detail)}`,
  'team.decline': 'a décliné une invitation',
  'team.leave': "a quitté l'équipe",
}

export function auditSentence({ action, detail }: AuditLine): string {
  // A page that is older than its server may not know a word yet.
  const sentence: Sentence | undefined = SENTENCES[action]
  return typeof sentence === 'function' ? sentence(asDetail(detail)) : (sentence ?? "a changé l'évènement")
}

/** Null for what happened by itself, and for a person who closed their account. */
export function whoWords({ person }: AuditLine): string {
  return person ?? "Quelqu'un"
}

function asDetail(detail: unknown): Detail {
  return typeof detail === 'object' && detail !== null ? { ...detail } : {}
}

function quoted(code: unknown): string {
  return typeof code === 'string' ? `« ${code} »` : ''
}

function priced({ amount, currency }: Detail): string {
  const figures = Number(amount)
  return Number.isFinite(figures) && typeof currency === 'string'
    ? ` (${formatPrice(figures, currency)})`
    : ''
}

function roleName({ role, trusted }: Detail): string {
  if (role === 'door') return 'à la porte'
  return trusted === true ? 'collaborateur de confiance' : 'collaborateur'
}

function asWhat(detail: Detail): string {
  return detail.role === 'door' ? 'pour la porte' : `comme ${roleName(detail)}`
}
