import { expect, it } from 'vitest'
import { timeAgo } from './time-ago'

const NOW = Date.UTC(2026, 10, 14, 10)
const MINUTE = 60_000

it.each([
  [-5 * MINUTE, "à l'instant"],
  [0.5 * MINUTE, "à l'instant"],
  [MINUTE, 'il y a 1 minute'],
  [59 * MINUTE, 'il y a 59 minutes'],
  [60 * MINUTE, 'il y a 1 heure'],
  [23 * 60 * MINUTE, 'il y a 23 heures'],
  [24 * 60 * MINUTE, 'il y a 1 jour'],
  [29 * 24 * 60 * MINUTE, 'il y a 29 jours'],
  [40 * 24 * 60 * MINUTE, 'le lun. 5 oct. 2026'],
])('%i ms before: %s', (past, words) => {
  expect(timeAgo(NOW - past, NOW)).toBe(words)
})
