import { isOver } from '@/lib/dates'
import type { MyEvent } from './queries'

export type EventState = 'cancelled' | 'draft' | 'past' | 'unlisted' | 'listed'

/** How it stands with an event, in the order that matters to its organiser. */
export function stateOf(event: MyEvent, now: number): EventState {
  if (event.cancelled) return 'cancelled'
  if (event.draft) return 'draft'
  if (isOver(event, now)) return 'past'
  return event.is_public ? 'listed' : 'unlisted'
}
