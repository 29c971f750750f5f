import { MapPin } from 'lucide-react'
import { Badge } from '@/ui/badge'

/** What an event is and where, above its name. */
export function KindAndTown({
  event,
  className = '',
}: {
  event: { category: string; town: string }
  className?: string
}) {
  return (
    <p className={`flex flex-wrap gap-1.5 ${className}`}>
      <Badge>{event.category}</Badge>
      <Badge tone="outline">
        <MapPin className="size-3.5 shrink-0" aria-hidden="true" />
        {event.town}
      </Badge>
    </p>
  )
}
