import { expect, test } from 'vitest'
import { numberKey, Roster } from '../roster/roster'
import { EVENING, rosterPage } from '../roster/testing'
import { OwnScans } from '../scans/own-scans'
import type { Scan } from '../scans/scan'
import { Dice } from '../simulation/dice'
import type { Verdict } from '../verdict/words'
import { Counting, isNewer } from './counters'

const DAY = '2026-11-14'
const NUMBERS = [0, 1, 2, 3, 4, 5]
const VERDICTS = ['admitted', 'left', 'readmitted', 'already_admitted', 'undone', 'refunded'] as const

/** Everything counted anew, ticket by ticket. */
function countAnew(roster: Roster, own: OwnScans) {
  const standings = NUMBERS.map((number) => {
    const ours = own.standingOf(DAY, numberKey(number))
    const told = roster.standingOf(DAY, numberKey(number))
    return {
      type: roster.typeOf(numberKey(number)),
      state: (ours && isNewer(ours, told) ? ours : told)?.state,
    }
  })
  const admitted = standings.filter(({ state }) => state === 'inside' || state === 'out')
  return {
    admitted: admitted.length,
    inside: standings.filter(({ state }) => state === 'inside').length,
    byType: [0, 1].map((type) => admitted.filter((standing) => standing.type === type).length),
  }
}

function scanOf(number: number, verdict: Verdict, made: readonly Scan[], dice: Dice): Scan {
  const at = EVENING + dice.below(60) * 60_000
  const undoes = verdict === 'undone' && made.length > 0 ? dice.pick(made).id : undefined
  const post = {
    eventId: 7,
    userId: 1,
    direction: 'in',
    message: '',
    gate: '',
    device: '',
    online: false,
  } as const
  const ticketKey = verdict === 'undone' ? undefined : numberKey(number)
  return {
    ...post,
    id: `${made.length}`,
    ticketKey,
    undoes,
    at,
    day: DAY,
    verdict,
    isPending: dice.chance(50),
  }
}

test('counting scan by scan comes to the same as counting everything anew', async () => {
  const dice = new Dice(14)
  const roster = new Roster()
  const tickets = NUMBERS.map((number) => ({ number, ticket: 100 + number, type: number % 2 }))
  roster.apply(await rosterPage({ tickets }))
  const own = new OwnScans('amani', (key) => roster.resolve(key))
  const counting = new Counting(roster, own)
  const made: Scan[] = []
  for (let step = 0; step < 400; step++) {
    if (dice.chance(20)) {
      const told = { number: dice.pick(NUMBERS), state: dice.below(3), minute: 20 * 60 + dice.below(60) }
      roster.apply(await rosterPage({ scans: [told] }))
      counting.countAll()
    } else {
      const before = made.length > 0 && dice.chance(20) ? { ...dice.pick(made), isPending: false } : null
      const scan = before ?? scanOf(dice.pick(NUMBERS), dice.pick(VERDICTS), made, dice)
      if (!before) made.push(scan)
      for (const ticket of own.put([scan])) counting.count(ticket)
    }
    const { admitted, inside, byType } = counting.countersOf(DAY)
    expect({ admitted, inside, byType: byType.map((type) => type.admitted) }).toEqual(countAnew(roster, own))
  }
})
