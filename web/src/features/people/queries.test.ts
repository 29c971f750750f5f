import { expect, it } from 'vitest'
import { followingQuery, peopleListQuery, personEventsQuery, personQuery } from './queries'

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

it('an answer stays fresh for five minutes', () => {
  expect(peopleListQuery({}).staleTime).toBe(300_000)
  expect(personQuery(12).staleTime).toBe(300_000)
})
