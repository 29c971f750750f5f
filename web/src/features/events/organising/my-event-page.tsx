// What an event's overview shows of the event itself, around the figures: what can be done with it, its tickets, its public
// address and its team.
import { Link } from '@tanstack/react-router'
import { useOrigin } from '@/lib/origin'
import { buttonClass } from '@/ui/button'
import { CopyLink } from '@/ui/copy-link'
import { FormCard } from '@/ui/form-card'
import { EventActions } from './event-actions'
import type { MyEvent } from './queries'
import { ScanLink } from './scan-link'
import { Team } from './team'
import { TypesList } from './types-list'

type MyEventToolsProps = { event: MyEvent; onGone: () => void }

export function MyEventTools({ event, onGone }: MyEventToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {!event.cancelled && <ScanLink eventId={event.id} />}
      <EventActions event={event} onGone={onGone} />
    </div>
  )
}

export function MyEventFacts({ event }: { event: MyEvent }) {
  const origin = useOrigin()
  return (
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
  )
}
