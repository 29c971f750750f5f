// One refund: how much, to whom, why, and what can be done where the provider would not make it.
import { useMutation } from '@tanstack/react-query'
import { HandCoins, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { counted } from '@/lib/counted'
import { localTime } from '@/lib/local-time'
import { formatPrice } from '@/lib/money'
import { useNow } from '@/lib/now'
import { steers } from '@/lib/steers'
import { timeAgo } from '@/lib/time-ago'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import type { OrganisedEvent } from '../organised-event'
import { HandBackDialog } from './hand-back-dialog'
import { retryRefundMutation } from './mutations'
import type { Refund } from './queries'
import { causeWords, receiverWords, STATES } from './words'

type RefundCardProps = { event: OrganisedEvent; refund: Refund }

export function RefundCard({ event, refund }: RefundCardProps) {
  const { amount, currency, state, reason, problem, note, ticket_ids: tickets } = refund
  const open = state === 'failed' || state === 'by_hand'
  return (
    <article className="grid h-full content-start gap-2 rounded-3xl bg-card p-4 shadow-lift md:p-5">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="text-xl font-bold text-copper tabular-nums">{formatPrice(amount, currency)}</span>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </p>
      <p className="min-w-0 break-words">
        <span className="font-semibold">{receiverWords(refund)}</span>
        {tickets.length > 0 && ` · ${counted(tickets.length, 'billet')}`}
      </p>
      <p className="text-sm text-muted">
        {causeWords(refund)} · <Moment refund={refund} town={event.town} />
      </p>
      {reason && <p className="text-sm break-words">« {reason} »</p>}
      {state === 'failed' && problem && (
        <p className="rounded-xl bg-danger-soft px-3 py-2 text-sm break-words text-danger">
          {problem}
          {refund.tried > 1 && ` (${refund.tried} essais)`}
        </p>
      )}
      {note && <p className="text-sm break-words text-muted">Note : {note}</p>}
      {open && steers(event) && <Actions event={event} refund={refund} />}
    </article>
  )
}

function Moment({ refund: { state, created_at, done_at }, town }: { refund: Refund; town: string }) {
  const now = useNow()
  return state === 'done' && done_at
    ? `rendu ${localTime(done_at, town)}`
    : `demandé ${timeAgo(created_at, now)}`
}

function Actions({ event, refund }: RefundCardProps) {
  const retry = useMutation(retryRefundMutation(event.id))
  const [handing, setHanding] = useState(false)
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {refund.state === 'failed' && (
        <Button variant="soft" busy={retry.isPending} onClick={() => retry.mutate(refund.id)}>
          {!retry.isPending && <RotateCw className="size-4.5" aria-hidden="true" />}
          Réessayer
        </Button>
      )}
      <Button variant="outline" disabled={retry.isPending} onClick={() => setHanding(true)}>
        <HandCoins className="size-4.5" aria-hidden="true" />
        Remis en main propre
      </Button>
      {handing && <HandBackDialog eventId={event.id} refund={refund} onClose={() => setHanding(false)} />}
    </div>
  )
}
