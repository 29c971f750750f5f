// What holders ask for, to be accepted or refused with a word.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatAmount, formatPrice } from '@/lib/money'
import { useNow } from '@/lib/now'
import { steers } from '@/lib/steers'
import { timeAgo } from '@/lib/time-ago'
import { Button } from '@/ui/button'
import { eachOnce, ListFoot } from '@/ui/endless-list'
import type { OrganisedEvent } from '../organised-event'
import { AnswerDialog } from './answer-dialog'
import type { RefundRequest } from './queries'

type Pages = InfiniteData<{ count: number; results: RefundRequest[] }>
type RequestSectionProps = { event: OrganisedEvent; query: UseInfiniteQueryResult<Pages> }

export function RequestSection({ event, query }: RequestSectionProps) {
  const id = useId()
  const count = query.data?.pages[0]?.count
  if (!query.data || !count) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h3 id={id} className="text-xl">
        Demandes à traiter <span className="text-muted tabular-nums">({formatAmount(count)})</span>
      </h3>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {eachOnce(query.data).map((request) => (
          <li key={request.id}>
            <RequestCard event={event} request={request} />
          </li>
        ))}
      </ul>
      <ListFoot query={query} failed="La suite n'a pas pu être chargée." more="Voir plus de demandes" />
    </section>
  )
}

function RequestCard({ event, request }: { event: OrganisedEvent; request: RefundRequest }) {
  const now = useNow()
  const [accept, setAccept] = useState<boolean>()
  return (
    <article className="grid h-full content-start gap-2 rounded-3xl bg-card p-4 shadow-lift md:p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold break-words">{request.holder}</span>
        <span className="font-bold text-copper tabular-nums">
          {formatPrice(request.amount, request.currency)}
        </span>
      </p>
      <p className="text-sm text-muted">
        {request.label} · demandé {timeAgo(request.created_at, now)}
      </p>
      {request.reason && <p className="break-words">« {request.reason} »</p>}
      {steers(event) ? (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button variant="soft" onClick={() => setAccept(true)}>
            Accepter
          </Button>
          <Button variant="outline" onClick={() => setAccept(false)}>
            Refuser
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">L'organisateur répond à cette demande.</p>
      )}
      {accept !== undefined && (
        <AnswerDialog
          eventId={event.id}
          request={request}
          accept={accept}
          onClose={() => setAccept(undefined)}
        />
      )}
    </article>
  )
}
