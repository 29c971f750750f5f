import { beforeAll, describe, expect, test } from 'vitest'
import { signTicket } from '../code/testing'
import { Roster } from '../roster/roster'
import { EVENING, rosterPage } from '../roster/testing'
import { decide, readContent } from './decide'
import type { Direction } from './words'

const DAY = '2026-11-14'
let roster: Roster

beforeAll(async () => {
  roster = new Roster()
  roster.apply(
    await rosterPage({
      tickets: [
        { ticket: 100, client: 'Grâce', type: 1, code: '00000000' },
        { ticket: 101, status: 1 },
        { ticket: 102, status: 2 },
        { ticket: 103, issue: 2 },
        { ticket: 104 },
      ],
      scans: [{ number: 4, state: 1, minute: 19 * 60 + 42 }],
    }),
  )
})

async function scan(content: string, direction: Direction = 'in', at = EVENING, of = roster) {
  const reading = await readContent(content, of)
  const standing = reading.kind === 'ticket' ? of.standingOf(DAY, reading.key) : undefined
  return decide(of, { reading, direction, at, standing })
}

test.each([
  ['a ticket of the roster', { ticket: 100 }, 'admitted', 'Entrée validée.'],
  ['a second scan', { ticket: 104 }, 'already_admitted', 'Déjà entré à 19:42 par amani (Porte Nord).'],
  ['a cancelled one', { ticket: 101 }, 'cancelled', "Ce billet est annulé : il n'ouvre plus l'entrée."],
  ['a refunded one', { ticket: 102 }, 'refunded', "Ce billet est remboursé : il n'ouvre plus l'entrée."],
  [
    'the code of before it was passed on',
    { ticket: 103, issue: 1 },
    'transferred',
    "Ce billet a été transmis à quelqu'un d'autre : ce code n'ouvre plus l'entrée.",
  ],
  ['the code since then', { ticket: 103, issue: 2 }, 'admitted', 'Entrée validée.'],
  ['one passed on since the roster was read', { ticket: 103, issue: 3 }, 'admitted', 'Entrée validée.'],
  ['one sold since the roster was read', { ticket: 999 }, 'admitted', 'Entrée validée.'],
  ['another event', { event: 8, ticket: 100 }, 'other_event', 'Ce billet est pour un autre évènement.'],
  [
    'a forged one',
    { ticket: 100, seed: new Uint8Array(32).fill(9) },
    'forged',
    "Faux billet : la signature de ce code n'est pas la nôtre.",
  ],
  ['an unknown key', { ticket: 100, key: 9 }, 'forged', /Faux billet/],
])('%s', async (_, facts, verdict, message) => {
  const decision = await scan(await signTicket(facts))
  expect(decision.verdict).toBe(verdict)
  expect(decision.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})

test('a typed code opens as its ticket does, and no other text does', async () => {
  expect((await scan('0000 0000')).verdict).toBe('admitted')
  for (const text of ['0000-0001', 'https://tukio.example', '']) {
    const refused = await scan(text)
    expect(refused.verdict).toBe('unknown')
    expect(refused.message).toBe("Billet inconnu : ce code n'est celui d'aucun billet.")
  }
})

test('who comes before the day is let in with a remark', async () => {
  const early = await scan(await signTicket({ ticket: 100 }), 'in', EVENING - 3 * 86_400_000)
  expect(early).toMatchObject({ verdict: 'admitted', early: true, day: DAY })
  expect(early.message).toBe(
    "Entrée validée. Attention : l'évènement n'a lieu que le samedi 14 novembre 2026.",
  )
})

describe('going out and coming back', () => {
  async function standing(reentry: boolean, state: number, direction: Direction) {
    const own = new Roster()
    own.apply(
      await rosterPage({ event: { reentry }, tickets: [{ ticket: 1 }], scans: [{ number: 0, state }] }),
    )
    return (await scan(await signTicket({ ticket: 1 }), direction, EVENING, own)).verdict
  }
  const [NOT_YET, INSIDE, OUT] = [0, 1, 2]
  test.each([
    ['in', NOT_YET, false, 'admitted'],
    ['in', INSIDE, true, 'already_admitted'],
    ['in', OUT, true, 'readmitted'],
    ['in', OUT, false, 'reentry_off'],
    ['out', INSIDE, true, 'left'],
    ['out', INSIDE, false, 'reentry_off'],
    ['out', NOT_YET, true, 'not_inside'],
    ['out', OUT, true, 'not_inside'],
  ] as const)('%s from %s, allowed: %s, is %s', async (direction, state, reentry, verdict) => {
    expect(await standing(reentry, state, direction)).toBe(verdict)
  })
})

test('a festival admits once each day, and the day changes at six in the morning', async () => {
  const festival = new Roster()
  const event = { last_day: '2026-11-15', days: [DAY, '2026-11-15'] }
  festival.apply(await rosterPage({ event, tickets: [{ ticket: 1 }], scans: [{ number: 0, state: 1 }] }))
  const hour = (hours: number) => Date.UTC(2026, 10, 15, hours - 2)
  for (const [at, day] of [
    [hour(5.98), DAY],
    [hour(6), '2026-11-15'],
    [hour(60), '2026-11-15'],
  ] as const) {
    const reading = await readContent(await signTicket({ ticket: 1 }), festival)
    const decision = decide(festival, { reading, direction: 'in', at, standing: undefined })
    expect(decision.day).toBe(day)
    expect(decision.message).toContain(day === DAY ? 'samedi 14 novembre' : 'dimanche 15 novembre')
  }
})

test('a change of the roster counts at once, and a cancelled event admits nobody', async () => {
  const changing = new Roster()
  changing.apply(await rosterPage({ tickets: [{ ticket: 1 }], complete: false }))
  expect(changing.isComplete).toBe(false)
  const content = await signTicket({ ticket: 1 })
  expect((await scan(content, 'in', EVENING, changing)).verdict).toBe('admitted')
  changing.apply(await rosterPage({ tickets: [{ ticket: 1, status: 2 }], cursor: '2.2' }))
  expect([changing.isComplete, changing.cursor, changing.size]).toEqual([true, '2.2', 1])
  expect((await scan(content, 'in', EVENING, changing)).verdict).toBe('refunded')
  changing.apply(await rosterPage({ event: { cancelled: true } }))
  expect((await scan(content, 'in', EVENING, changing)).verdict).toBe('event_cancelled')
})
