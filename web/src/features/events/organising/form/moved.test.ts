import { expect, test } from 'vitest'
import { isMoved, type TimeAndPlace } from './moved'

const before: TimeAndPlace = {
  ...{ started_at: '2026-11-20', ended_at: '', hour: '19:30', town: 'Lubumbashi' },
  ...{ address: 'Avenue Kasaï 12', location: '-11.66,27.48' },
}

test('a repair of words is no news', () => {
  expect(isMoved(before, { ...before, address: 'avenue  KASAI, 12.', hour: '19:30:00' })).toBe(false)
  expect(isMoved(before, { ...before, ended_at: '2026-11-20', location: '-11.661,27.48' })).toBe(false)
  expect(isMoved({ ...before, address: '', location: '' }, before)).toBe(false)
})

test.each([
  { started_at: '2026-11-21' },
  { ended_at: '2026-11-21' },
  { hour: '20:00' },
  { town: 'Kolwezi' },
  { address: 'Avenue Kasaï 14' },
  { address: '' },
  { location: '-11.7,27.48' },
])('another time or place is news: %o', (change) => {
  expect(isMoved(before, { ...before, ...change })).toBe(true)
})
