// What the screen shows of a gate.
import type { Roster } from '../roster/roster'
import type { OwnScans } from '../scans/own-scans'
import type { Scan } from '../scans/scan'
import type { Fate } from '../scans/sending'
import type { Counters } from './counters'

/** `slow`: the server answers, but later than anybody waits at a gate. */
export type Link = 'connecting' | 'online' | 'slow' | 'offline'

/** The scans that the list of the last ones shows. */
const SHOWN = 30

interface Summary {
  eventName: string
  /** The days of the event; empty while nothing is known of it. */
  days: readonly string[]
  reentry: boolean
  isComplete: boolean
  /** Tickets that this phone knows. */
  size: number
  /** Those that were sold, as far as the server has said. */
  sold: number
  counters: Counters
  /** The newest first. */
  recent: readonly Scan[]
  pending: number
}

export interface GateState extends Summary {
  /** What lies on this phone has been read. */
  isOpen: boolean
  link: Link
  isStorageFull: boolean
  /** Scans of this phone that turned out to let somebody in twice, or with a ticket that was void. */
  contested: readonly Fate[]
}

export const NOTHING_KNOWN: GateState = {
  eventName: '',
  days: [],
  reentry: false,
  isComplete: false,
  size: 0,
  sold: 0,
  counters: { admitted: 0, inside: 0, expected: 0, byType: [] },
  recent: [],
  pending: 0,
  isOpen: false,
  link: 'connecting',
  isStorageFull: false,
  contested: [],
}

export function summary(roster: Roster, own: OwnScans, counters: Counters): Summary {
  return {
    eventName: roster.event?.name ?? '',
    days: roster.event?.days ?? [],
    reentry: roster.event?.reentry ?? false,
    isComplete: roster.isComplete,
    size: roster.size,
    sold: roster.types.reduce((sum, { sold }) => sum + sold, 0),
    counters,
    recent: own.last(SHOWN),
    pending: own.pendingCount,
  }
}
