// That the event of a ticket has another date than the one it was bought for.
import { CalendarClock } from 'lucide-react'
import { longDate } from '@/lib/dates'
import type { Ticket } from './queries'

export function PostponedNote({ event }: { event: Ticket['event'] }) {
  if (!event.postponed) return null
  return (
    <p className="mx-4 flex items-start gap-2 rounded-2xl bg-amber-soft p-4">
      <CalendarClock className="mt-0.5 size-5 shrink-0 text-amber" aria-hidden="true" />
      <span>
        <strong>Reporté au {longDate(event.started_at)}</strong> (au lieu du {longDate(event.postponed.from)}
        ). Votre billet reste valable.
      </span>
    </p>
  )
}
