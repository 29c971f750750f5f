// The words that the server, its log and the phones share.

export type Direction = 'in' | 'out'

export type Verdict =
  | 'admitted'
  | 'readmitted'
  | 'left'
  | 'already_admitted'
  | 'unknown'
  | 'forged'
  | 'other_event'
  | 'cancelled'
  | 'refunded'
  | 'transferred'
  | 'not_inside'
  | 'reentry_off'
  | 'event_cancelled'
  | 'undone'

/** Whether somebody passed the gate. */
export function isPassage(verdict: Verdict): boolean {
  return verdict === 'admitted' || verdict === 'readmitted' || verdict === 'left'
}
