// An event on one line, for lists where the day or the place is known already.
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { shortDate } from '@/lib/dates'
import type { Event } from './queries'
import { StoneDot } from './stone-dot'

export type LineEvent = Pick<
  Event,
  'id' | 'name' | 'category' | 'town' | 'started_at' | 'ended_at' | 'hour' | 'is_free'
>

export function EventLine({ event }: { event: LineEvent }) {
  const lastDay = event.ended_at && event.ended_at !== event.started_at ? event.ended_at : null
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: String(event.id) }}
      className="group grid min-h-14 grid-cols-[3.25rem_minmax(0,1fr)] items-start gap-x-3 rounded-xl px-3 py-2.5 transition-colors hover:bg-green-soft"
    >
      <time
        dateTime={`${event.started_at}T${event.hour}`}
        className="figures pt-px text-[0.9375rem] text-muted"
      >
        {event.hour}
      </time>
      <span className="min-w-0">
        <span className="line-clamp-2 leading-snug font-semibold underline-offset-4 group-hover:underline">
          {event.name}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted">
          <span className="flex items-center gap-1.5">
            <StoneDot category={event.category} />
            {event.category}
          </span>
          <span className="flex items-center gap-1">
            <MapPin className="size-3.5 shrink-0" aria-hidden="true" />
            {event.town}
          </span>
          {lastDay && <span>jusqu'au {shortDate(lastDay, Number(event.started_at.slice(0, 4)))}</span>}
          {event.is_free && <span className="font-semibold text-malachite">Gratuit</span>}
        </span>
      </span>
    </Link>
  )
}
