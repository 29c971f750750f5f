import { expect, test } from 'vitest'
import { momentText, momentWords } from './town-time'

/** 14 November 2026, 20:30 in Lubumbashi and 19:30 in Kinshasa. */
const AT = Date.UTC(2026, 10, 14, 18, 30)

test('a moment is told by the clocks of its town', () => {
  expect(momentText(AT, 'Lubumbashi')).toBe('2026-11-14T20:30')
  expect(momentText(AT, 'Kinshasa')).toBe('2026-11-14T19:30')
  expect(momentText(null, 'Kinshasa')).toBe('')
})

test('and in the words of the day', () => {
  expect(momentWords(AT, 'Kinshasa', AT)).toBe("aujourd'hui à 19:30")
  expect(momentWords(AT, 'Kinshasa', AT - 30 * 24 * 3_600_000)).toBe('sam. 14 nov. à 19:30')
})
