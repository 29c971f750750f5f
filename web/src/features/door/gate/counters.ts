// The figures that a gate shows: what the roster says, and what this phone alone knows yet.
import type { Roster } from '../roster/roster'
import type { Standing } from '../roster/standing'
import { Tally } from '../roster/tally'
import type { OwnScans, OwnStanding, TicketDay } from '../scans/own-scans'

export interface Counters {
  admitted: number
  inside: number
  expected: number
  byType: { id: number; label: string; admitted: number; expected: number }[]
}

/** What was counted for a ticket: the roster's word, and this phone's newer one. */
interface Counted {
  type: number
  told: Standing | undefined
  own: OwnStanding
}

export class Counting {
  readonly #roster: Roster
  readonly #own: OwnScans
  #ours = new Tally()
  #counted = new Map<string, Counted>()

  constructor(roster: Roster, own: OwnScans) {
    this.#roster = roster
    this.#own = own
  }

  /** Counts a ticket again that this phone has scanned. */
  count({ day, ticketKey }: TicketDay): void {
    const key = `${day} ${ticketKey}`
    const before = this.#counted.get(key)
    if (before) this.#ours.change(day, before.type, before.own, before.told)
    this.#counted.delete(key)
    const told = this.#roster.standingOf(day, ticketKey)
    const own = this.#own.standingOf(day, ticketKey)
    if (!own || !isNewer(own, told)) return
    const counted = { type: this.#roster.typeOf(ticketKey), told, own }
    this.#ours.change(day, counted.type, told, own)
    this.#counted.set(key, counted)
  }

  /** Counts all of this phone's again, after the roster has changed. */
  countAll(): void {
    this.#ours = new Tally()
    this.#counted = new Map()
    for (const ticket of this.#own.standings()) this.count(ticket)
  }

  countersOf(day: string): Counters {
    const told = this.#roster.tallyOf(day)
    const ours = this.#ours.of(day)
    const byType = this.#roster.types.map(({ id, label }, type) => ({
      id,
      label,
      admitted: (told.admittedByType.get(type) ?? 0) + (ours.admittedByType.get(type) ?? 0),
      expected: this.#roster.expectedOf(type),
    }))
    return {
      admitted: told.admitted + ours.admitted,
      inside: told.inside + ours.inside,
      expected: byType.reduce((sum, { expected }) => sum + expected, 0),
      byType,
    }
  }
}

/** What the server has not heard yet counts before what it has said; else the later word does. */
export function isNewer(own: OwnStanding, told: { at: number } | undefined): boolean {
  return own.isPending || !told || own.at >= told.at
}
