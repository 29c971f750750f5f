// An event in the list beside the map and in its popup.
import { Link } from '@tanstack/react-router'
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { DateBlock } from '@/ui/date-block'
import { StoneDot } from '../stone-dot'
import { distanceText } from './projection'
import type { MapEvent } from './queries'

export function MapRow({ event, km }: { event: MapEvent; km?: number }) {
  const now = useNow()
  return (
    <Link
      to="/events/$eventId"
      params={{ eventId: String(event.id) }}
      className="group flex min-h-16 min-w-0 flex-1 items-start gap-3 rounded-2xl p-2 transition-colors hover:bg-green-soft"
    >
      <DateBlock date={event.started_at} className="bg-sunken shadow-none" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-snug font-semibold underline-offset-4 group-hover:underline">
          {event.name}
        </span>
        <span className="mt-0.5 block text-sm text-muted">
          {formatWhen(event.started_at, event.hour, event.town, now)}
          {event.is_free && <span className="font-semibold text-malachite"> · Gratuit</span>}
        </span>
        <span className="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
          <StoneDot category={event.category} />
          <span className="truncate">
            {event.town}
            {!event.exact ? ', lieu à préciser' : event.address && `, ${event.address}`}
          </span>
          {km !== undefined && <span className="shrink-0 font-semibold text-copper">{distanceText(km)}</span>}
        </span>
      </span>
    </Link>
  )
}
