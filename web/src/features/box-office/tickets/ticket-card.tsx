import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { Badge } from '@/ui/badge'
import { DateBlock } from '@/ui/date-block'
import type { Ticket } from './queries'
import { REFUND_WORDS } from './refund/words'
import { STATUS } from './ticket-words'

export function TicketCard({ ticket, onOpen }: { ticket: Ticket; onOpen: () => void }) {
  const now = useNow()
  const { event, ticket_type: type, code } = ticket
  const { label, tone } = STATUS[ticket.status]
  return (
    <article className="relative flex h-full gap-4 rounded-3xl bg-card p-4 shadow-lift transition-shadow hover:shadow-lift-high">
      <DateBlock date={event.started_at} className="self-start" />
      <div className="grid min-w-0 flex-1 content-start gap-1.5">
        <h2 className="text-lg leading-snug break-words">
          {/* The whole card is the button. */}
          <button
            type="button"
            onClick={onOpen}
            className="text-left after:absolute after:inset-0 after:rounded-3xl"
          >
            {event.name}
          </button>
        </h2>
        <p className="text-muted">
          {formatWhen(event.started_at, event.hour, event.town, now)} · {event.town}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={tone}>{label}</Badge>
          {/* What is paid back says so by its state. */}
          {ticket.refund && ticket.refund.state !== 'done' && (
            <Badge tone="amber">{REFUND_WORDS[ticket.refund.state].title}</Badge>
          )}
          <span className="min-w-0 font-semibold break-words">{type.label}</span>
          <span className="font-mono tracking-wider text-muted">{code}</span>
        </p>
      </div>
    </article>
  )
}
