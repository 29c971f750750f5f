import { expect, test } from 'vitest'
import type { Verdict } from '../verdict/words'
import { OwnScans } from './own-scans'
import type { Scan } from './scan'

const DAY = '2026-11-14'

/** A scan of ticket 1 at that minute; its id is the minute. */
function scanAt(minute: number, verdict: Verdict, changes: Partial<Scan> = {}): Scan {
  return {
    id: String(minute),
    eventId: 7,
    userId: 1,
    ticketKey: verdict === 'undone' ? undefined : 'n1',
    at: minute * 60_000,
    day: DAY,
    direction: verdict === 'left' ? 'out' : 'in',
    verdict,
    message: '',
    gate: 'Porte Sud',
    device: 'tel-1',
    online: false,
    isPending: true,
    ...changes,
  }
}

function standingAfter(...scans: Scan[]) {
  const own = new OwnScans('amani', (key) => key)
  for (const scan of scans) own.put([scan])
  return own.standingOf(DAY, 'n1')
}

test('the scan that was made last says where a ticket is, in whatever order they come', () => {
  const scans = [scanAt(1, 'admitted'), scanAt(2, 'left'), scanAt(3, 'readmitted')]
  expect(standingAfter(...scans)).toMatchObject({ state: 'inside', at: 180_000, person: 'amani' })
  expect(standingAfter(...scans.reverse())).toMatchObject({ state: 'inside', at: 180_000 })
  expect(standingAfter(scanAt(2, 'left'), scanAt(1, 'admitted'))?.state).toBe('out')
})

test('a refusal changes nothing, but whom the server calls inside is inside', () => {
  expect(standingAfter(scanAt(1, 'refunded'))).toBeUndefined()
  expect(standingAfter(scanAt(1, 'already_admitted'))?.state).toBe('inside')
})

test('what is taken back leaves a ticket where it was before', () => {
  const [admitted, undone] = [scanAt(1, 'admitted'), scanAt(5, 'undone', { undoes: '1', isPending: false })]
  expect(standingAfter(admitted, undone)).toMatchObject({ state: 'not-yet', at: 300_000, isPending: false })
  expect(standingAfter(undone, admitted)?.state).toBe('not-yet')
  // The second scan only repeated the first one.
  expect(standingAfter(admitted, scanAt(2, 'already_admitted'), undone)?.state).toBe('not-yet')
  expect(standingAfter(admitted, undone, scanAt(6, 'admitted'))?.state).toBe('inside')
  const back = scanAt(3, 'readmitted')
  const backUndone = scanAt(5, 'undone', { undoes: '3' })
  expect(standingAfter(admitted, scanAt(2, 'left'), back, backUndone)?.state).toBe('out')
})

test('a ticket is found under the number that it has got since', () => {
  let hasNumber = false
  const own = new OwnScans('amani', (key) => (hasNumber && key === 't555' ? 'n1' : key))
  own.put([scanAt(1, 'admitted', { ticketKey: 't555' })])
  hasNumber = true
  own.resolveAgain()
  expect(own.standingOf(DAY, 'n1')?.state).toBe('inside')
  expect([...own.standings()]).toHaveLength(1)
})

test('what the server has heard of is pending no more', () => {
  const own = new OwnScans('amani', (key) => key)
  own.put([scanAt(1, 'admitted'), scanAt(2, 'forged', { ticketKey: undefined })])
  expect(own.pending().map(({ id }) => id)).toEqual(['1', '2'])
  own.put([scanAt(1, 'admitted', { isPending: false, message: 'Entrée validée.' })])
  expect(own.pendingCount).toBe(1)
  expect(own.standingOf(DAY, 'n1')?.isPending).toBe(false)
  expect(own.last(2).map(({ id, message }) => [id, message])).toEqual([
    ['2', ''],
    ['1', 'Entrée validée.'],
  ])
})
