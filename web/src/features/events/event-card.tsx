// An event in a list, in two forms: upright for the home page, lying on wide screens and with its description for /events.
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { useId } from 'react'
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { DateBlock } from '@/ui/date-block'
import { Price } from '@/ui/price'
import { EventPicture } from './event-picture'
import { KindAndTown } from './kind-and-town'
import type { Event } from './queries'

type EventCardProps = { event: Event; form?: 'home' | 'list'; eager?: boolean }

export function EventCard({ event, form = 'home', eager = false }: EventCardProps) {
  const now = useNow()
  const titleId = useId()
  const lying = form === 'list'
  const params = { eventId: String(event.id) }
  return (
    <article
      className={`relative flex h-full flex-col overflow-hidden rounded-3xl bg-card shadow-lift transition-[translate,box-shadow] duration-200 hover:-translate-y-0.5 hover:shadow-lift-high ${lying ? 'md:flex-row' : ''}`}
    >
      <div className={`relative shrink-0 overflow-hidden ${lying ? 'md:w-80' : ''}`}>
        <div
          className={`when-near zoom aspect-video ${lying ? 'md:absolute md:inset-0 md:aspect-auto' : ''}`}
        >
          <EventPicture event={event} eager={eager} className={lying ? 'md:h-full' : ''} />
        </div>
        <DateBlock date={event.started_at} className="absolute top-3 left-3" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4 md:p-5">
        <KindAndTown event={event} />
        <h3 id={titleId} className="line-clamp-2 text-xl">
          {/* The whole card is the link's target: a press on the picture opens the event too. */}
          <Link
            to="/events/$eventId"
            params={params}
            className="outline-none after:absolute after:inset-0 after:rounded-3xl focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-malachite"
          >
            {event.name}
          </Link>
        </h3>
        <p className="flex items-center gap-1.5 text-[0.9375rem] text-muted">
          <Clock className="size-4 shrink-0" aria-hidden="true" />
          <time dateTime={`${event.started_at}T${event.hour}`}>
            {formatWhen(event.started_at, event.hour, event.town, now)}
          </time>
        </p>
        {lying && event.description && (
          <p className="line-clamp-2 text-[0.9375rem] text-muted">{event.description}</p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
          <Price types={event.ttype} free={event.is_free} className="text-lg" />
          <Link
            to="/events/$eventId"
            params={params}
            aria-describedby={titleId}
            className={buttonClass({ variant: 'soft', className: 'relative' })}
          >
            Participer
          </Link>
        </div>
      </div>
    </article>
  )
}
