// In the place of an event that one can't work on: it is somebody else's, or there is none.
import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/page-state'

export function NotMine() {
  return (
    <Instead title="Accès interdit. Vous n'avez pas les permissions nécessaires.">
      Vous n'êtes pas parmi les organisateurs de cet évènement.
    </Instead>
  )
}

export function NotThere() {
  return (
    <Instead title="Cet évènement est introuvable.">
      Il a peut-être été retiré, ou le lien est incomplet.
    </Instead>
  )
}

function Instead({ title, children }: { title: string; children: string }) {
  return (
    <section className="wrap py-12">
      <h1 className="sr-only">Mon évènement</h1>
      <EmptyState
        title={title}
        action={
          <Link to="/dash/events" className={buttonClass()}>
            Mes évènements
          </Link>
        }
      >
        {children}
      </EmptyState>
    </section>
  )
}
