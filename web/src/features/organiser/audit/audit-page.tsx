// /dash/events/{id}/audit: who did what to the event, line by line.
import { useInfiniteQuery } from '@tanstack/react-query'
import { localTime } from '@/lib/local-time'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import type { OrganisedEvent } from '../organised-event'
import { auditQuery } from './queries'
import { auditSentence, whoWords } from './words'

export default function AuditPage({ event }: { event: OrganisedEvent }) {
  const query = useInfiniteQuery(auditQuery(event.id))
  return (
    <section className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-2xl">Journal</h2>
        <p className="text-muted">Qui a fait quoi, le plus récent d'abord. Rien ne s'y efface.</p>
      </div>
      <EndlessList
        query={query}
        failed="Le journal n'a pas pu être chargé."
        more="Voir plus loin"
        skeleton={<Skeleton className="h-80 rounded-3xl" />}
        empty={
          <EmptyState title="Rien pour le moment">
            Chaque changement de l'évènement, de l'équipe et de l'argent laisse une ligne ici.
          </EmptyState>
        }
      >
        {(lines) => (
          <ol className="divide-y divide-line rounded-3xl bg-card px-5 py-2 shadow-lift md:px-7">
            {lines.map((line) => (
              <li key={line.id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-3">
                <p className="min-w-0 break-words">
                  <strong>{whoWords(line)}</strong> {auditSentence(line)}
                </p>
                <p className="text-sm text-muted tabular-nums">{localTime(line.at, event.town)}</p>
              </li>
            ))}
          </ol>
        )}
      </EndlessList>
    </section>
  )
}
