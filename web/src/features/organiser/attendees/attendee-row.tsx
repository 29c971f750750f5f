import { localStamp } from '@/lib/local-time'
import { formatPrice } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { PartLink } from '../part-link'
import { CHANNELS, TICKET_STATES } from '../words'
import type { Attendee } from './queries'

type AttendeeRowProps = { attendee: Attendee; event: { id: number; town: string }; now: number }

/** The whole row leads to the payment behind it. */
export function AttendeeRow({ attendee, event, now }: AttendeeRowProps) {
  const { holder, phone, code, ticket_type, status, price, currency, channel } = attendee
  const { label, tone } = TICKET_STATES[status]
  return (
    <li className="data-row">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PartLink
            eventId={event.id}
            part="payments"
            search={paymentOf(attendee)}
            className="min-w-0 font-semibold break-words after:absolute after:inset-0"
          >
            {holder}
          </PartLink>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          {phone && <span>{phone}</span>}
          <span className="font-mono tracking-wider">{code}</span>
        </p>
      </div>
      <div className="grid gap-1 md:justify-items-end">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 break-words">{ticket_type}</span>
          <span className="figures text-copper">
            {channel === 'invitation' ? 'Offert' : formatPrice(price, currency)}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
          <span>{CHANNELS[channel]}</span>
          <span>{timeWords(attendee, event.town, now)}</span>
        </p>
      </div>
    </li>
  )
}

/** Where the payment is not named, who holds the ticket is most often who paid. */
function paymentOf({ payment_id, phone, holder }: Attendee): Record<string, string> {
  return payment_id ? { payment: payment_id } : { search: phone ?? holder }
}

function timeWords({ purchased_at, scanned_at }: Attendee, town: string, now: number): string {
  return scanned_at ? `entré ${localStamp(scanned_at, town, now)}` : localStamp(purchased_at, town, now)
}
