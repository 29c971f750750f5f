import { useNow } from '@/lib/now'
import { Badge } from '@/ui/badge'
import type { MyEvent } from './queries'
import { type EventState, stateOf } from './state'

const NAMES: Record<string, string> = {
  owner: 'Organisateur',
  collaborator: 'Collaborateur',
  door: 'À la porte',
}

const STATES = {
  cancelled: { label: 'Annulé', tone: 'amber' },
  draft: { label: 'Brouillon', tone: 'amber' },
  past: { label: 'Passé', tone: 'outline' },
  unlisted: { label: 'Par lien seulement', tone: 'outline' },
  listed: { label: 'Visible', tone: 'green' },
} as const satisfies Record<EventState, object>

/** How it stands with the event, and what one is to it. */
export function EventBadges({ event }: { event: MyEvent }) {
  const { label, tone } = STATES[stateOf(event, useNow())]
  return (
    <p className="flex flex-wrap gap-2">
      <Badge tone={tone}>{label}</Badge>
      <Badge tone="outline">{NAMES[event.role]}</Badge>
    </p>
  )
}
