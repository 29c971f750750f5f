// The list beside the map: what is in sight on it, soonest first, or nearest first once the person's place is known.
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/page-state'
import { MapRow } from './map-row'
import type { PlacedEvent } from './placed-events'
import { type Coordinates, kilometres } from './projection'

const STEP = 20

type MapListProps = {
  events: readonly PlacedEvent[]
  here: Coordinates | null
  /** True when the map shows less than everything. */
  partial: boolean
  /** True when there are more than the server sent. */
  more: boolean
  onLocate: (event: PlacedEvent) => void
  onPoint: (event: PlacedEvent | null) => void
  onWhole: () => void
}

export function MapList({ events, here, partial, more, onLocate, onPoint, onWhole }: MapListProps) {
  const [most, setMost] = useState(STEP)
  const rows = events.map((event) => ({ event, km: here ? kilometres(here, event) : undefined }))
  // What has no place of its own stands at its town's centre, and comes after all that have one.
  if (here) rows.sort((a, b) => +b.event.exact - +a.event.exact || (a.km ?? 0) - (b.km ?? 0))
  return (
    <>
      <h2 aria-live="polite" className="px-2 pb-2 text-lg">
        {count(events.length)} {partial ? 'dans cette zone' : 'à venir'}
      </h2>
      {more && (
        <p className="px-2 pb-2 text-sm text-muted">
          La carte ne montre pas tout : choisissez une ville ou une catégorie pour voir les autres évènements.
        </p>
      )}
      {events.length === 0 && (
        <EmptyState
          title="Aucun évènement trouvé."
          action={
            partial && (
              <Button variant="outline" onClick={onWhole}>
                Voir tout le pays
              </Button>
            )
          }
        >
          {partial ? 'Déplacez la carte ou réduisez-la.' : 'Essayez une autre ville ou moins de filtres.'}
        </EmptyState>
      )}
      <ul>
        {rows.slice(0, most).map(({ event, km }) => (
          <li
            key={event.id}
            className="flex items-start gap-1"
            onPointerEnter={() => onPoint(event)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(event)}
            onBlur={() => onPoint(null)}
          >
            <MapRow event={event} km={km} />
            <button
              type="button"
              aria-label={`Montrer sur la carte : ${event.name}`}
              onClick={() => onLocate(event)}
              className="mt-2 grid size-11 shrink-0 place-items-center rounded-xl text-muted hover:bg-green-soft hover:text-malachite noscript:hidden"
            >
              <LocateFixed className="size-5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {rows.length > most && (
        <Button
          variant="outline"
          onClick={() => setMost(most + STEP)}
          className="mt-2 w-full noscript:hidden"
        >
          Voir plus d'évènements
        </Button>
      )}
    </>
  )
}

function count(events: number): string {
  return events === 0 ? 'Aucun évènement' : `${events} évènement${events > 1 ? 's' : ''}`
}
