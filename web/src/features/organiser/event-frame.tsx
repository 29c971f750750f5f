// What stands around each part of an event's space: its name, how it stands, and the way to the other parts.
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { currentYear, formatWhen, shortDate } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { NavLink } from '@/ui/nav-link'
import type { OrganisedEvent } from './organised-event'
import { OrganiserStyles } from './organiser-styles'

type Part = { path: string; label: string; ownerOnly?: true }

const PARTS: readonly Part[] = [
  { path: '', label: 'Aperçu' },
  { path: '/attendees', label: 'Participants' },
  { path: '/payments', label: 'Paiements' },
  { path: '/refunds', label: 'Remboursements' },
  { path: '/ticket', label: 'Billets' },
  { path: '/promo-codes', label: 'Codes promo' },
  { path: '/waiting-list', label: "Liste d'attente" },
  { path: '/invitations', label: 'Invitations' },
  { path: '/messages', label: 'Messages' },
  { path: '/team', label: 'Équipe' },
  { path: '/settlement', label: 'Règlement', ownerOnly: true },
  { path: '/audit', label: 'Journal', ownerOnly: true },
]

type EventFrameProps = {
  event: OrganisedEvent
  /** How the event stands, and what one is to it. */
  badges: ReactNode
  children: ReactNode
}

export function EventFrame({ event, badges, children }: EventFrameProps) {
  return (
    <section className="wrap grid grid-cols-1 gap-5 py-8 md:py-12">
      <OrganiserStyles />
      <header className="grid gap-2">
        <Link
          to="/dash/events"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-malachite"
        >
          <ArrowLeft className="size-4.5" aria-hidden="true" />
          Mes évènements
        </Link>
        {badges}
        <h1 className="text-3xl break-words md:text-4xl">{event.name}</h1>
        <When event={event} />
      </header>
      <PartsNav event={event} />
      {children}
    </section>
  )
}

function When({ event }: { event: OrganisedEvent }) {
  const now = useNow()
  const { started_at, ended_at, hour, town } = event
  return (
    <p className="text-muted">
      {formatWhen(started_at, hour, town, now)}
      {ended_at && ended_at !== started_at && ` au ${shortDate(ended_at, currentYear(now))}`} · {town}
    </p>
  )
}

/** One line that scrolls on a phone: the part one is in is brought into view. */
function PartsNav({ event }: { event: OrganisedEvent }) {
  const list = useRef<HTMLUListElement>(null)
  const base = `/dash/events/${event.id}`
  useEffect(() => {
    const { current: row } = list
    if (!row) return
    const showCurrent = () => {
      const current = row.querySelector('[aria-current]')?.parentElement
      if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - 24
    }
    showCurrent()
    // It becomes a row when its styles are here, which may be later.
    const observer = new ResizeObserver(showCurrent)
    observer.observe(row)
    return () => observer.disconnect()
  })
  return (
    <nav aria-label="Parties de l'évènement" className="min-w-0">
      <ul ref={list} className="parts-nav">
        {PARTS.filter((part) => !part.ownerOnly || event.role === 'owner').map(({ path, label }) => (
          <li key={path}>
            <NavLink to={`${base}${path}`} exact={path === ''}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
