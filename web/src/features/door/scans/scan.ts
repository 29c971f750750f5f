// A scan as the phone that made it remembers it.
import type { Standing } from '../roster/standing'
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

/** Where this phone's own scans leave a ticket. */
export interface OwnStanding extends Standing {
  isPending: boolean
}

/** By day and ticket, called as `resolve` calls it by now; scans may come in any order. */
export function standingsBy(
  scans: readonly Scan[],
  person: string,
  resolve: (ticketKey: string) => string,
): Map<string, OwnStanding> {
  const standings = new Map<string, OwnStanding>()
  const undone = new Map(scans.flatMap((scan) => (scan.undoes ? [[scan.undoes, scan] as const] : [])))
  for (const scan of [...scans].sort((one, other) => one.at - other.at)) {
    const state = stateAfter(scan)
    if (!scan.ticketKey || !state) continue
    const undoing = undone.get(scan.id)
    const key = `${scan.day} ${resolve(scan.ticketKey)}`
    const { at, gate, isPending } = undoing ?? scan
    standings.set(key, { state: undoing ? 'not-yet' : state, at, gate, person, isPending })
  }
  return standings
}

function stateAfter({ verdict }: Scan): Standing['state'] | null {
  // Whom the server has called inside is inside, whether or not the roster says so yet.
  if (verdict === 'admitted' || verdict === 'readmitted' || verdict === 'already_admitted') return 'inside'
  return verdict === 'left' ? 'out' : null
}
