import { counted } from '@/lib/counted'
import type { OrganisedEvent } from '../organised-event'
import type { Message } from './queries'

type Addressed = Pick<Message, 'to' | 'ticket_type_id'>

/** Whom a message is for. */
export function toWords({ to, ticket_type_id }: Addressed, types: OrganisedEvent['ttype']): string {
  if (to === 'all') return 'Tous les participants'
  if (to === 'not_scanned') return 'Personnes pas encore entrées'
  const label = types.find(({ id }) => id === ticket_type_id)?.label
  return label ? `Billets « ${label} »` : 'Un type de billet'
}

export function reachedWords({
  recipients,
  unreachable,
}: {
  recipients: number
  unreachable: number
}): string {
  const reached =
    recipients === 0
      ? 'Personne ne le recevra'
      : `${counted(recipients, 'personne')} le ${recipients > 1 ? 'recevront' : 'recevra'}`
  if (unreachable === 0) return `${reached}.`
  return `${reached} ; ${counted(unreachable, "autre n'a", "autres n'ont")} pas laissé d'adresse e-mail.`
}
