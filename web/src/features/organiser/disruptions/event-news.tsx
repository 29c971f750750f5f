// What has happened to an event as a whole, above everything else of its overview: it was cancelled, or has another date.
import { CalendarClock } from 'lucide-react'
import { longDate, todayIn } from '@/lib/dates'
import { useNow } from '@/lib/now'
import type { OrganisedEvent } from '../organised-event'
import { CancellationProgress } from './cancellation-progress'

export function EventNews({ event }: { event: OrganisedEvent }) {
  if (event.cancelled) return <CancellationProgress event={event} onPage="overview" />
  if (event.postponed) return <PostponedNote event={event} postponed={event.postponed} />
  return null
}

type PostponedNoteProps = { event: OrganisedEvent; postponed: NonNullable<OrganisedEvent['postponed']> }

function PostponedNote({ event, postponed: { from, refund_until } }: PostponedNoteProps) {
  const refundable = todayIn(event.town, useNow()) <= refund_until
  return (
    <p className="flex items-start gap-3 rounded-3xl bg-amber-soft p-5">
      <CalendarClock className="mt-0.5 size-5 shrink-0 text-amber" aria-hidden="true" />
      <span>
        <strong>Reporté au {longDate(event.started_at)}.</strong> La date d'origine était le {longDate(from)}.{' '}
        {refundable
          ? `Jusqu'au ${longDate(refund_until)}, qui le demande est remboursé aussitôt.`
          : `Le délai pour se faire rembourser d'office est passé.`}
      </span>
    </p>
  )
}
