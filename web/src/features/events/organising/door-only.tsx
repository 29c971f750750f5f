import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/page-state'
import type { MyEvent } from './queries'
import { ScanLink } from './scan-link'

/** In the place of an organiser's screen, for who is at the event's door and sees nothing else of it. */
export function DoorOnly({ event: { id, name, cancelled } }: { event: MyEvent }) {
  return (
    <section className="wrap py-12">
      <h1 className="sr-only">{name}</h1>
      <EmptyState
        title="Cette page est réservée aux organisateurs de l'évènement."
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {!cancelled && <ScanLink eventId={id} />}
            <Link to="/dash/events" className={buttonClass({ size: 'lg', variant: 'outline' })}>
              Mes évènements
            </Link>
          </span>
        }
      >
        Vous êtes à la porte de « {name} » : vous y contrôlez les billets. Pour en voir davantage, demandez à
        l'organisateur.
      </EmptyState>
    </section>
  )
}
