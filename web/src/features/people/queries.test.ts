import { expect, it } from 'vitest'
import { followingQuery, peopleListQuery, personEventsQuery, personQuery } from './queries'
import { stillToCome } from './upcoming'

// The server fills the cache by these very keys: a change here is a change of the contract.
it('uses the keys the server uses', () => {
  const filters = { search: 'maman', activity: 'Traiteur' as const }
  expect(peopleListQuery(filters).queryKey).toEqual(['users', 'list', filters])
  expect(personQuery(12).queryKey).toEqual(['users', 'detail', 12])
  expect(personEventsQuery(12).queryKey).toEqual(['events', 'page', { owner: 12, limit: 6 }])
})

it('keeps the following lists of two people apart', () => {
  expect(followingQuery(1).queryKey).not.toEqual(followingQuery(2).queryKey)
})

// 14 November 2026, 22:30 UTC: already the 15th in Lubumbashi, still the 14th in Kinshasa.
const LATE = Date.UTC(2026, 10, 14, 22, 30)

it.each([
  ['2026-11-14', null, 'Lubumbashi', false],
  ['2026-11-14', null, 'Kinshasa', true],
  ['2026-11-10', '2026-11-15', 'Lubumbashi', true],
  ['2026-11-16', null, 'Goma', true],
])('%s to %s in %s is still to come: %s', (started_at, ended_at, town, expected) => {
  expect(stillToCome({ started_at, ended_at, town }, LATE)).toBe(expected)
})
