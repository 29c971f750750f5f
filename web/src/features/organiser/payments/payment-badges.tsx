import { formatPrice } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { PAYMENT_STATES } from '../words'
import type { EventPayment } from './queries'

const GIVEN = { label: 'Offert', tone: 'outline' } as const

/** How a payment stands, and what goes back of it. */
export function PaymentBadges({ payment: { state, channel, refunds, currency } }: { payment: EventPayment }) {
  // Nobody has paid for a guest.
  const { label, tone } = channel === 'invitation' ? GIVEN : PAYMENT_STATES[state]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {refunds && (
        <Badge tone="outline">
          {formatPrice(refunds.amount, currency)} {refunds.done === refunds.count ? 'rendus' : 'à rendre'}
        </Badge>
      )}
    </>
  )
}
