import { Link } from '@tanstack/react-router'
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { EventPicture } from '../event-picture'
import { EventActions } from './event-actions'
import { EventBadges } from './event-badges'
import type { MyEvent } from './queries'
import { SalesBar } from './sales-bar'
import { ScanLink } from './scan-link'

export function MyEventCard({ event }: { event: MyEvent }) {
  const now = useNow()
  const isAtDoor = event.role === 'door'
  return (
    <article className="grid h-full content-start gap-4 rounded-3xl bg-card p-4 shadow-lift sm:grid-cols-[9rem_minmax(0,1fr)] md:p-5">
      <EventPicture event={event} className="rounded-2xl max-sm:hidden" />
      <div className="grid min-w-0 gap-2.5">
        <EventBadges event={event} />
        <h2 className="text-xl leading-snug break-words">
          {isAtDoor ? (
            event.name
          ) : (
            <Link
              to="/dash/events/$eventId"
              params={{ eventId: String(event.id) }}
              className="flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {event.name}
            </Link>
          )}
        </h2>
        <p className="text-muted">
          {formatWhen(event.started_at, event.hour, event.town, now)} · {event.town}
        </p>
        {!isAtDoor && <SalesBar event={event} />}
        {isAtDoor && !event.cancelled && <ScanLink eventId={event.id} />}
      </div>
      <div className="sm:col-span-2">
        <EventActions event={event} />
      </div>
    </article>
  )
}
