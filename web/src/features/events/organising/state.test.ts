import { expect, test } from 'vitest'
import { makeEvent, NOW } from '../testing'
import type { MyEvent } from './queries'
import { stateOf } from './state'

test.each([
  [{}, 'listed'],
  [{ is_public: false }, 'unlisted'],
  [{ started_at: '2026-11-13' }, 'past'],
  [{ started_at: '2026-11-13', ended_at: '2026-11-14' }, 'listed'],
  [{ started_at: '2026-11-13', cancelled: true, is_public: false }, 'cancelled'],
])('%j is %s', (changes, state) => {
  expect(stateOf(makeEvent(changes) as MyEvent, NOW)).toBe(state)
})
