// A scan as the phone that made it remembers it.
import type { Direction, Verdict } from '../verdict/words'

/** How long after an admission the person who made it may take it back. */
const UNDO_WITHIN = 15 * 60_000

export interface Scan {
  /** Chosen here: the same scan, sent twice, is one. */
  id: string
  eventId: number
  userId: number
  /** What the ticket is called in the notes of this phone; absent for what is no ticket. */
  ticketKey?: string
  /** The text of its code, while the server has to be told of it. */
  content?: string
  /** The scan that this one takes back. */
  undoes?: string
  at: number
  day: string
  direction: Direction
  verdict: Verdict
  message: string
  gate: string
  device: string
  online: boolean
  /** Whether the server has still to be told. */
  isPending: boolean
}

export function isUndoable(scan: Scan, scans: readonly Scan[], now: number): boolean {
  return (
    (scan.verdict === 'admitted' || scan.verdict === 'readmitted') &&
    now - scan.at <= UNDO_WITHIN &&
    !scans.some(({ undoes }) => undoes === scan.id)
  )
}
