import { expect, test } from 'vitest'
import { timeLeft } from './time-left'

const MINUTE = 60_000

test.each([
  [1, '1 min'],
  [12 * MINUTE - 1, '12 min'],
  [60 * MINUTE, '1 h'],
  [125 * MINUTE, '2 h 05'],
  [47 * 60 * MINUTE, '47 h'],
  [72 * 60 * MINUTE, '3 jours'],
])('%d ms: %s', (ms, words) => {
  expect(timeLeft(ms)).toBe(words)
})
