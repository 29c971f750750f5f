// An event on one line, for lists where the day or the place is known already.
import { Link } from '@tanstack/react-router'
import { monthName } from '@/lib/dates'
import type { Event } from './queries'
import { StoneDot } from './stone-dot'

export type LineEvent = Pick<
  Event,
  'id' | 'name' | 'category' | 'town' | 'started_at' | 'ended_at' | 'hour' | 'is_free'
>

export function EventLine({ event }: { event: LineEvent }) {
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
        <span className="mt-0.5 block text-sm text-muted">
          <StoneDot category={event.category} className="mr-1.5 mb-px inline" />
          {[event.category, event.town, until(event)].filter(Boolean).join(' · ')}
          {event.is_free && <span className="font-semibold text-malachite"> · Gratuit</span>}
        </span>
      </span>
    </Link>
  )
}

/** "jusqu'au 18 novembre", for one of several days. */
function until({ started_at, ended_at }: LineEvent): string | null {
  if (!ended_at || ended_at === started_at) return null
  const [, month = 1, day] = ended_at.split('-').map(Number)
  return `jusqu'au ${day === 1 ? '1er' : day} ${monthName(month - 1)}`
}
