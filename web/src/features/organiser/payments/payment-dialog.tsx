// One payment over the list: who, what, how much, and its story line by line.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { localStamp } from '@/lib/local-time'
import { formatPrice } from '@/lib/money'
import { useNow } from '@/lib/now'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import type { OrganisedEvent } from '../organised-event'
import { RefundQuestion } from '../refunds/refund-question'
import { buyerWords, CHANNELS } from '../words'
import { PaymentBadges } from './payment-badges'
import { type PaymentStory, paymentStoryQuery, sendTicketsAgainMutation } from './queries'

type PaymentDialogProps = { event: OrganisedEvent; paymentId: string; onClose: () => void }

export function PaymentDialog({ event, paymentId, onClose }: PaymentDialogProps) {
  const { data, isPending, isFetching, refetch } = useQuery(paymentStoryQuery(event.id, paymentId))
  return (
    <Dialog open onClose={onClose} title={data ? buyerWords(data) : 'Paiement'}>
      {data && <Story event={event} payment={data} />}
      {data === null && <p className="text-muted">Cet évènement n'a pas ce paiement.</p>}
      {isPending && (
        <>
          <LoadingStatus />
          <Skeleton className="h-56 rounded-2xl" />
        </>
      )}
      {data === undefined && !isPending && (
        <ErrorState title="Le paiement n'a pas pu être lu." onRetry={refetch} busy={isFetching} />
      )}
      <div className="flex flex-wrap gap-2">
        {data?.state === 'succeeded' && <PaymentTools event={event} payment={data} />}
        <Button variant="outline" onClick={onClose}>
          Fermer
        </Button>
      </div>
    </Dialog>
  )
}

function Story({ event, payment }: { event: OrganisedEvent; payment: PaymentStory }) {
  const now = useNow()
  const { quantity, ticket_type, amount, currency, channel, story, id } = payment
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <PaymentBadges payment={payment} />
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 break-words">
          {quantity} × {ticket_type} · {CHANNELS[channel]}
        </span>
        <span className="figures text-xl text-copper">{formatPrice(amount, currency)}</span>
      </p>
      <ol className="story">
        {story.map(({ at, what, text }, place) => (
          // Two lines of one moment may say the same of two tickets.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
          <li key={`${at} ${what} ${place}`}>
            <p className="break-words">{text}</p>
            <p className="text-sm text-muted tabular-nums">{localStamp(at, event.town, now)}</p>
          </li>
        ))}
      </ol>
      <p className="text-sm break-words text-muted">Référence : {id}</p>
    </>
  )
}

function PaymentTools({ event, payment }: { event: OrganisedEvent; payment: PaymentStory }) {
  const again = useMutation(sendTicketsAgainMutation)
  const [isAsking, setAsking] = useState(false)
  const isMailed = payment.channel === 'online' && payment.buyer

  function send() {
    again.mutate(
      { eventId: event.id, paymentId: payment.id },
      {
        onSuccess: () => showToast('success', 'Les billets sont renvoyés par e-mail.', 5000),
        onError: (error) => void tellRefusal(error, [409, 429], 8000),
      },
    )
  }

  return (
    <>
      {isMailed && (
        <Button variant="soft" busy={again.isPending} aria-disabled={again.isSuccess} onClick={send}>
          {!again.isPending && <Mail className="size-4.5" aria-hidden="true" />}
          {again.isSuccess ? 'Billets renvoyés' : 'Renvoyer les billets'}
        </Button>
      )}
      {event.trusted && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {payment.amount === 0 ? 'Annuler les billets' : 'Rembourser'}
        </Button>
      )}
      {isAsking && <RefundQuestion eventId={event.id} payment={payment} onClose={() => setAsking(false)} />}
    </>
  )
}
