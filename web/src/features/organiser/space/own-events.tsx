import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { formatWhen } from '@/lib/dates'
import { formatAmount } from '@/lib/money'
import { useNow } from '@/lib/now'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/page-state'
import type { Space } from './queries'
import { MoreLink, SpaceSection } from './space-section'

/** What one organises next, and how far each is. */
export function OwnEvents({ events }: Pick<Space, 'events'>) {
  return (
    <SpaceSection title="Vos évènements" more={<MoreLink to="/dash/events">Tous mes évènements</MoreLink>}>
      {events.length === 0 ? (
        <EmptyState title="Rien à venir" action={<CreateLink />}>
          Préparez le prochain : il est en ligne en quelques minutes.
        </EmptyState>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-3">
          {events.map((event) => (
            <OwnEvent key={event.id} event={event} />
          ))}
        </ul>
      )}
    </SpaceSection>
  )
}

/** For who has never organised anything. */
export function BecomeOrganiser() {
  return (
    <SpaceSection title="Et vous, qu'organisez-vous ?">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-3xl bg-card p-5 shadow-lift">
        <p className="min-w-44 flex-1 text-muted">
          Concert, conférence, fête de quartier : vendez vos billets et contrôlez-les à l'entrée avec votre
          téléphone.
        </p>
        <CreateLink />
      </div>
    </SpaceSection>
  )
}

function CreateLink() {
  return (
    <Link to="/dash/events/add" className={buttonClass()}>
      <CalendarPlus className="size-4.5" aria-hidden="true" />
      Créer un événement
    </Link>
  )
}

function OwnEvent({ event }: { event: Space['events'][number] }) {
  const now = useNow()
  const { sold_tickets: sold, total_tickets: all, progress } = event.stats
  return (
    <li className="relative grid content-start gap-2 rounded-3xl bg-card p-4 shadow-lift transition-shadow hover:shadow-lift-high">
      <h3 className="text-lg leading-snug break-words">
        {/* The whole card is the link. */}
        <Link
          to="/dash/events/$eventId"
          params={{ eventId: String(event.id) }}
          className="after:absolute after:inset-0 after:rounded-3xl"
        >
          {event.name}
        </Link>
      </h3>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {event.draft && <Badge tone="amber">Brouillon</Badge>}
        {event.cancelled && <Badge tone="amber">Annulé</Badge>}
        {event.role === 'collaborator' && <Badge tone="outline">Collaborateur</Badge>}
        {formatWhen(event.started_at, event.hour, event.town, now)}
      </p>
      {all > 0 ? (
        <>
          <p className="text-sm tabular-nums">
            {formatAmount(sold)} / {formatAmount(all)} billets vendus
          </p>
          <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
            <div style={{ width: `${progress}%` }} className="h-full rounded-full bg-malachite" />
          </div>
        </>
      ) : (
        <p className="text-sm">Entrée gratuite</p>
      )}
    </li>
  )
}
