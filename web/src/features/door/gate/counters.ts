// The figures that a gate shows: what the roster says, and what this phone alone knows yet.
import type { Roster } from '../roster/roster'
import { Tally } from '../roster/tally'
import type { OwnStanding } from '../scans/scan'

export interface Counters {
  admitted: number
  inside: number
  expected: number
  byType: { id: number; label: string; admitted: number; expected: number }[]
}

export function countersOf(roster: Roster, day: string, own: ReadonlyMap<string, OwnStanding>): Counters {
  const told = roster.tallyOf(day)
  const ours = new Tally()
  for (const [key, standing] of own) {
    const [ownDay = '', ticketKey = ''] = key.split(' ')
    if (ownDay !== day) continue
    const before = roster.standingOf(day, ticketKey)
    if (isNewer(standing, before)) ours.change(day, roster.typeOf(ticketKey), before, standing)
  }
  const { admitted, inside, admittedByType } = ours.of(day)
  const byType = roster.types.map(({ id, label }, type) => ({
    id,
    label,
    admitted: (told.admittedByType.get(type) ?? 0) + (admittedByType.get(type) ?? 0),
    expected: roster.expectedOf(type),
  }))
  return {
    admitted: told.admitted + admitted,
    inside: told.inside + inside,
    expected: byType.reduce((sum, { expected }) => sum + expected, 0),
    byType,
  }
}

/** What the server has not heard yet counts before what it has said; else the later word does. */
export function isNewer(own: OwnStanding, told: { at: number } | undefined): boolean {
  return own.isPending || !told || own.at >= told.at
}
