// The words that the server, its log and the phones share.
import type { Verdict } from '@/api/generated/types.gen'

export type { Verdict }
export type Direction = 'in' | 'out'

/** Whether somebody passed the gate. */
export function isPassage(verdict: Verdict): boolean {
  return verdict === 'admitted' || verdict === 'readmitted' || verdict === 'left'
}
