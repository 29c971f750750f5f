// Counts who was admitted on each day, by type, as it changes: counting fifty thousand tickets anew at every scan would be
// felt on a small phone.
import type { Standing } from './standing'

export interface DayTally {
  admitted: number
  inside: number
  /** By the index of the type. */
  admittedByType: Map<number, number>
}

export class Tally {
  readonly #days = new Map<string, DayTally>()

  change(day: string, type: number, before: Standing | undefined, after: Standing | undefined): void {
    const tally = this.of(day)
    const admitted = weight(after) - weight(before)
    tally.admitted += admitted
    tally.inside += Number(after?.state === 'inside') - Number(before?.state === 'inside')
    tally.admittedByType.set(type, (tally.admittedByType.get(type) ?? 0) + admitted)
  }

  of(day: string): DayTally {
    const tally = this.#days.get(day) ?? { admitted: 0, inside: 0, admittedByType: new Map() }
    this.#days.set(day, tally)
    return tally
  }
}

/** Who has gone out was admitted all the same. */
function weight(standing: Standing | undefined): 0 | 1 {
  return standing && standing.state !== 'not-yet' ? 1 : 0
}
