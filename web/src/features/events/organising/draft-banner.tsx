import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { buttonClass } from '@/ui/button'
import { PublishButton } from './publish-button'
import type { MyEvent } from './queries'

/** Over an event that is not published yet: who sees it, and the way to change that. `way`: where else to go. */
export function DraftBanner({ event, way }: { event: MyEvent; way: 'preview' | 'overview' }) {
  if (!event.draft) return null
  const params = { eventId: String(event.id) }
  const link = { params, className: buttonClass({ variant: 'outline' }) }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-amber-soft p-4">
      <p className="flex min-w-0 flex-1 basis-60 items-center gap-3 text-amber">
        <NotebookPen className="size-5 shrink-0" aria-hidden="true" />
        <span>
          <strong>Brouillon.</strong> Seule votre équipe voit cet évènement
          {event.ttype.length > 0 && ', et rien ne se vend encore'}.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {way === 'preview' ? (
          <Link to="/events/$eventId" {...link}>
            Voir l'aperçu
          </Link>
        ) : (
          <Link to="/dash/events/$eventId" {...link}>
            Retour à l'organisation
          </Link>
        )}
        {event.role !== 'door' && <PublishButton event={event} />}
      </div>
    </div>
  )
}
