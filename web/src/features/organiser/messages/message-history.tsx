// The messages of an event, the newest first, each with how far it is.
import { useInfiniteQuery } from '@tanstack/react-query'
import { counted } from '@/lib/counted'
import { formatAmount } from '@/lib/money'
import { useNow } from '@/lib/now'
import { timeAgo } from '@/lib/time-ago'
import { Badge } from '@/ui/badge'
import { EndlessList } from '@/ui/endless-list'
import { FormCard } from '@/ui/form-card'
import { EmptyState } from '@/ui/page-state'
import { Progress } from '@/ui/progress'
import { Skeleton } from '@/ui/skeleton'
import type { OrganisedEvent } from '../organised-event'
import { type Message, messagesQuery } from './queries'
import { toWords } from './words'

export function MessageHistory({ event }: { event: OrganisedEvent }) {
  const query = useInfiniteQuery(messagesQuery(event.id))
  return (
    <FormCard title="Messages envoyés">
      <EndlessList
        query={query}
        failed="Vos messages n'ont pas pu être chargés."
        more="Voir plus de messages"
        skeleton={<Skeleton className="h-40 rounded-2xl" />}
        empty={
          <EmptyState title="Aucun message pour le moment">
            Un changement d'heure, un parking, un rappel : écrivez-le ici à côté.
          </EmptyState>
        }
      >
        {(messages) => (
          <ul className="divide-y divide-line">
            {messages.map((message) => (
              <li key={message.id} className="py-4 first:pt-0 last:pb-0">
                <Sent message={message} event={event} />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </FormCard>
  )
}

function Sent({ message, event }: { message: Message; event: OrganisedEvent }) {
  const now = useNow()
  const { subject, body, author, created_at, recipients, sent, failed, unreachable, state } = message
  const sending = state === 'sending'
  return (
    <article className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-lg break-words">{subject}</h3>
        <Badge tone={sending ? 'amber' : 'green'}>{sending ? "En cours d'envoi" : 'Envoyé'}</Badge>
      </div>
      <p className="text-sm text-muted">
        {toWords(message, event.ttype)} · {author}, {timeAgo(created_at, now)}
      </p>
      {sending && (
        <Progress label={`Envoi de « ${subject} »`} value={(sent + failed) / Math.max(recipients, 1)} />
      )}
      <p className="text-sm tabular-nums">
        {formatAmount(sent)} / {counted(recipients, 'envoyé')}
        {failed > 0 && <span className="text-danger"> · {counted(failed, 'refusé')}</span>}
        {unreachable > 0 && <span className="text-muted"> · {formatAmount(unreachable)} sans adresse</span>}
      </p>
      <details>
        <summary className="flex min-h-11 w-fit items-center font-semibold text-malachite">
          Lire le message
        </summary>
        <p className="break-words whitespace-pre-line">{body}</p>
      </details>
    </article>
  )
}
