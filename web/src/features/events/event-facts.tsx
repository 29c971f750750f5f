// When, where, who: the facts a person needs to decide and to get there.
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, isOver, longDate, shortDate, todayIn } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { DateBlock } from '@/ui/date-block'
import type { Event } from './queries'

const linkClass =
  '-my-3 inline-flex min-h-11 items-center text-[0.9375rem] font-semibold text-malachite underline-offset-4 hover:underline'

export function EventFacts({ event }: { event: Event }) {
  return (
    <ul className="grid gap-4">
      <Fact icon={<DateBlock date={event.started_at} />}>
        <When event={event} />
      </Fact>
      <Fact
        icon={
          <span className="grid size-12 place-items-center rounded-xl bg-card text-copper shadow-lift">
            <MapPin className="size-5.5" aria-hidden="true" />
          </span>
        }
      >
        <p className="font-semibold">{event.address}</p>
        <p className="text-[0.9375rem] text-muted">
          {event.town}
          {event.location && (
            <>
              {' · '}
              <a href={directionsTo(event)} target="_blank" rel="noreferrer" className={linkClass}>
                Itinéraire
              </a>
            </>
          )}
        </p>
      </Fact>
      <Fact
        icon={<Avatar name={event.owner.username} seed={event.owner.id} src={event.owner.profile.img_url} />}
      >
        <p className="font-semibold">
          <Link
            to="/users/$userId"
            params={{ userId: String(event.owner.id) }}
            className="py-2.5 underline-offset-4 hover:underline"
          >
            {`Organisé par ${event.owner.username}`}
          </Link>
        </p>
        {event.owner.profile.activity && (
          <p className="text-[0.9375rem] text-muted">{event.owner.profile.activity}</p>
        )}
      </Fact>
    </ul>
  )
}

function When({ event }: { event: Event }) {
  const now = useNow()
  const several = event.ended_at && event.ended_at !== event.started_at
  return (
    <>
      <p className="font-semibold">
        <time dateTime={`${event.started_at}T${event.hour}`}>{capital(longDate(event.started_at))}</time>
        {several && <span className="block">{`au ${longDate(event.ended_at as string)}`}</span>}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.9375rem] text-muted">
        {`${event.hour} · heure de ${event.town}`}
        <Moment event={event} now={now} />
      </p>
      <Terms event={event} />
      {!event.cancelled && !isOver(event, now) && (
        <a href={`/events/${event.id}/calendar.ics`} className={linkClass}>
          Ajouter à mon calendrier
        </a>
      )}
    </>
  )
}

/** The day it had before, and until when a ticket is paid back. */
function Terms({ event: { postponed, refund_policy, refund_until } }: { event: Event }) {
  const day = postponed?.refund_until ?? refund_until
  const until = refund_policy === 'always' ? 'à la fin' : day && `au ${shortDate(day)}`
  return (
    <p className={`text-[0.9375rem] ${postponed ? 'text-amber' : 'text-muted'}`}>
      {postponed && `Reporté du ${shortDate(postponed.from)}. `}
      {until && `Remboursable jusqu'${until}`}
    </p>
  )
}

/** "Aujourd'hui", "Demain", "En cours", "Terminé": said only when one of them is true, and it takes place. */
function Moment({ event, now }: { event: Event; now: number }) {
  if (event.cancelled) return null
  if (isOver(event, now)) return <Badge tone="outline">Terminé</Badge>
  const day = formatDay(event.started_at, event.town, now)
  if (day === "Aujourd'hui" || day === 'Demain') return <Badge tone="amber">{day}</Badge>
  return event.started_at < todayIn(event.town, now) ? <Badge tone="amber">En cours</Badge> : null
}

/** Where a map shows the way: to the exact place, or to the address. */
export function directionsTo({ location, address, town }: Event): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location ?? `${address}, ${town}`)}`
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <span className="w-12 shrink-0">{icon}</span>
      <div className="min-w-0">{children}</div>
    </li>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
