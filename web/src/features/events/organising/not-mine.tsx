import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/page-state'

/** In the place of an event that is somebody else's, or none: the server doesn't tell which. */
export function NotMine() {
  return (
    <section className="wrap py-12">
      <h1 className="sr-only">Mon évènement</h1>
      <EmptyState
        title="Accès interdit. Vous n'avez pas les permissions nécessaires."
        action={
          <Link to="/dash/events" className={buttonClass()}>
            Mes évènements
          </Link>
        }
      >
        Cet évènement n'existe pas, ou vous n'êtes pas parmi ses organisateurs.
      </EmptyState>
    </section>
  )
}
