import { localStamp } from '@/lib/local-time'
import { formatPrice } from '@/lib/money'
import { PartLink } from '../part-link'
import { buyerWords, CHANNELS } from '../words'
import { PaymentBadges } from './payment-badges'
import type { EventPayment, PaymentFilters } from './queries'

type PaymentRowProps = {
  payment: EventPayment
  event: { id: number; town: string }
  /** Kept in the address while one payment is open over the list. */
  filters: PaymentFilters
  now: number
}

export function PaymentRow({ payment, event, filters, now }: PaymentRowProps) {
  const { id, quantity, ticket_type, amount, currency, channel, created_at } = payment
  return (
    <li className="data-row">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PartLink
            eventId={event.id}
            part="payments"
            search={{ ...filters, payment: id }}
            resetScroll={false}
            className="min-w-0 font-semibold break-words after:absolute after:inset-0"
          >
            {buyerWords(payment)}
          </PartLink>
          <PaymentBadges payment={payment} />
        </p>
        <p className="text-sm text-muted tabular-nums">{localStamp(created_at, event.town, now)}</p>
      </div>
      <div className="grid gap-1 md:justify-items-end">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 break-words">
            {quantity} × {ticket_type}
          </span>
          <span className="figures text-copper">{formatPrice(amount, currency)}</span>
        </p>
        <p className="text-sm text-muted">{CHANNELS[channel]}</p>
      </div>
    </li>
  )
}
