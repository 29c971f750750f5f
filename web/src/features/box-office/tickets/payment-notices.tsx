// Payments that are not tickets yet, or no more: nobody should have to wonder where the money is.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Hourglass, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatPrice } from '@/lib/money'
import { useNow } from '@/lib/now'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'
import { timeAgo } from '@/lib/time-ago'
import { buttonClass } from '@/ui/button'
import { type Payment, paymentsQuery } from './queries'
import { isPartlyRefunded, isWorthNoticing, noticeWords } from './refund/partial-refunds'

/** More would push the tickets themselves off the screen of a phone. */
const AT_ONCE = 2

export function PaymentNotices() {
  const now = useNow()
  const { data: payments } = useQuery(paymentsQuery())
  useTicketsThatFollow(payments)
  const data = payments ?? []
  const notices = data.filter((payment) => isWorthNoticing(payment, data, now))
  const others = notices.slice(AT_ONCE)
  const list = (payments: readonly Payment[]) =>
    payments.map((payment) => (
      <li key={payment.id}>
        <Notice payment={payment} now={now} />
      </li>
    ))
  return (
    <div className="grid grid-cols-1 gap-3 has-[ul:empty]:hidden">
      <ul aria-label="Paiements à suivre" className="grid grid-cols-1 gap-3">
        {list(notices.slice(0, AT_ONCE))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary className="py-2.5 font-semibold">
            {others.length === 1 ? 'Un autre paiement' : `${others.length} autres paiements`}
          </summary>
          <ul className="grid grid-cols-1 gap-3">{list(others)}</ul>
        </details>
      )}
    </div>
  )
}

function Notice({ payment, now }: { payment: Payment; now: number }) {
  const { event, ticket_type: type, quantity, amount, currency, payment_url: url, reason } = payment
  const { title, text } = noticeWords(payment)
  const isPaidBack = Boolean(payment.refund) || isPartlyRefunded(payment)
  const pending = payment.status === 'pending' && !isPaidBack
  const Icon = isPaidBack ? Undo2 : pending ? Hourglass : CircleAlert
  const failed = payment.status === 'failed' && !isPaidBack
  return (
    <article
      className={`grid grid-cols-1 gap-1 rounded-2xl p-4 ${failed ? 'bg-danger-soft text-danger' : 'bg-amber-soft text-amber'}`}
    >
      <h2 className="flex items-center gap-2 text-base">
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        {title}
      </h2>
      <p className="break-words text-balance text-ink">
        {event.name} · {quantity} × {type.label} · {formatPrice(Number(amount), currency)}
      </p>
      <p className="text-sm text-ink">
        {reason ? `${reason} ` : ''}
        {text} ({timeAgo(payment.created_at, now)})
      </p>
      <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {pending && url && (
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'outline' })}>
            Ouvrir la page de paiement
          </a>
        )}
        {failed && (
          <Link
            to="/events/$eventId"
            params={{ eventId: String(event.id) }}
            className={buttonClass({ variant: 'outline' })}
          >
            Choisir à nouveau
          </Link>
        )}
      </div>
    </article>
  )
}

/** A payment that ends brings tickets, and a refund takes them: whatever changes about them, the tickets are read again. */
function useTicketsThatFollow(payments: readonly Payment[] | undefined): void {
  const queryClient = useQueryClient()
  const stand =
    payments &&
    JSON.stringify(payments.map(({ id, status, refund, refunds }) => [id, status, refund, refunds]))
  const before = useRef(stand)
  useEffect(() => {
    if (before.current !== undefined && stand !== before.current)
      void queryClient.invalidateQueries({ queryKey: boxOfficeKeys.tickets })
    before.current = stand
  }, [stand, queryClient])
}
