// What was pressed on the map: one event as a small card, or all that stand on one spot.
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { EventPicture } from '../event-picture'
import { MapRow } from './map-row'
import type { MapEvent } from './queries'

type MapPopupProps = { events: readonly MapEvent[]; onClose: () => void }

export function MapPopup({ events, onClose }: MapPopupProps) {
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const [first] = events

  // It opens away from the button that opened it: the focus comes along, and goes back by closing.
  useEffect(() => {
    popup.current?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
  }

  if (!first) return null
  return (
    <div
      ref={popup}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="absolute inset-x-2 bottom-2 z-10 flex max-h-[calc(100%-1rem)] flex-col overflow-hidden rounded-2xl bg-card shadow-lift-high outline-none sm:right-auto sm:w-88"
    >
      {events.length === 1 ? (
        <OneEvent event={first} titleId={id} />
      ) : (
        <Several events={events} titleId={id} />
      )}
      <button
        type="button"
        aria-label="Fermer"
        onClick={onClose}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-xl bg-card/90 text-ink hover:bg-green-soft"
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </div>
  )
}

function OneEvent({ event, titleId }: { event: MapEvent; titleId: string }) {
  const now = useNow()
  return (
    <div className="flex gap-3 p-3">
      <div className="w-22 shrink-0">
        <EventPicture event={event} className="rounded-xl" />
      </div>
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <h2 id={titleId} className="line-clamp-2 pr-10 text-base">
          {event.name}
        </h2>
        <p className="text-sm text-muted">
          {formatWhen(event.started_at, event.hour, event.town, now)}
          {event.is_free && <span className="font-semibold text-malachite"> · Gratuit</span>}
        </p>
        <p className="line-clamp-2 text-sm text-muted">
          {event.exact
            ? [event.address, event.town].filter(Boolean).join(', ')
            : `${event.town} : lieu à préciser`}
        </p>
        <Link
          to="/events/$eventId"
          params={{ eventId: String(event.id) }}
          className={buttonClass({ className: 'mt-1' })}
        >
          Voir l'évènement
        </Link>
      </div>
    </div>
  )
}

function Several({ events, titleId }: { events: readonly MapEvent[]; titleId: string }) {
  return (
    <>
      <h2 id={titleId} className="flex min-h-15 items-center pr-14 pl-4 text-lg">
        {events.length} évènements ici
      </h2>
      <ul className="overflow-y-auto overscroll-contain px-2 pb-2">
        {events.map((event) => (
          <li key={event.id} className="flex">
            <MapRow event={event} />
          </li>
        ))}
      </ul>
    </>
  )
}
