// /dash/events/{id}: how an event stands, for those who make it.
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarDays, MapPin } from 'lucide-react'
import { currentYear, formatWhen, shortDate } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { useOrigin } from '@/lib/origin'
import { buttonClass } from '@/ui/button'
import { CopyLink } from '@/ui/copy-link'
import { FormCard } from '@/ui/form-card'
import { EventPicture } from '../event-picture'
import { EventActions } from './event-actions'
import { EventBadges } from './event-badges'
import type { MyEvent } from './queries'
import { ScanLink } from './scan-link'
import { StatsCards } from './stats-cards'
import { Team } from './team'
import { TypesList } from './types-list'

type MyEventPageProps = { event: MyEvent; onGone: () => void }

export function MyEventPage({ event, onGone }: MyEventPageProps) {
  const origin = useOrigin()
  return (
    <section className="wrap grid grid-cols-1 gap-6 py-8 md:py-12">
      <Link
        to="/dash/events"
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-malachite"
      >
        <ArrowLeft className="size-4.5" aria-hidden="true" />
        Mes évènements
      </Link>
      <header className="grid gap-5 md:grid-cols-[20rem_minmax(0,1fr)] md:items-start">
        <EventPicture event={event} eager className="rounded-3xl" />
        <div className="grid min-w-0 gap-3">
          <EventBadges event={event} />
          <h1 className="text-3xl break-words md:text-4xl">{event.name}</h1>
          <Facts event={event} />
          {!event.cancelled && <ScanLink eventId={event.id} />}
          <EventActions event={event} onGone={onGone} />
        </div>
      </header>
      <StatsCards event={event} />
      <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:mt-0!">
        <FormCard title="Billets">
          <TypesList types={event.ttype} />
          {!event.cancelled && (
            <Link
              to="/dash/events/$eventId/ticket"
              params={{ eventId: String(event.id) }}
              className={buttonClass({ variant: 'outline', className: 'justify-self-start' })}
            >
              Gérer les billets
            </Link>
          )}
        </FormCard>
        <div className="grid gap-4 [&>*]:mt-0!">
          <FormCard title="Lien public">
            <CopyLink label="Adresse de la page" url={`${origin}/events/${event.id}`} buttonLabel="Copier" />
          </FormCard>
          <FormCard title="Collaborateurs">
            <Team people={event.collaborators} />
          </FormCard>
        </div>
      </div>
    </section>
  )
}

function Facts({ event }: { event: MyEvent }) {
  const now = useNow()
  const { started_at, ended_at, hour, town, address, category } = event
  return (
    <div className="grid gap-1.5 text-muted">
      <p className="flex items-start gap-2">
        <CalendarDays className="mt-0.5 size-5 shrink-0 text-malachite" aria-hidden="true" />
        <span>
          {formatWhen(started_at, hour, town, now)}
          {ended_at && ended_at !== started_at && ` au ${shortDate(ended_at, currentYear(now))}`}
        </span>
      </p>
      <p className="flex min-w-0 items-start gap-2">
        <MapPin className="mt-0.5 size-5 shrink-0 text-malachite" aria-hidden="true" />
        <span className="min-w-0 break-words">{[address, town, category].filter(Boolean).join(' · ')}</span>
      </p>
    </div>
  )
}
