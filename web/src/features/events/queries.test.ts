import { describe, expect, it } from 'vitest'
import { calendarFilters, calendarQuery } from './calendar/queries'
import { mapQuery } from './map/queries'
import { eventQuery, eventsListQuery, homeQueries, similarQuery, trendingQuery } from './queries'

describe('query keys', () => {
  // The server fills the cache by these very keys: a change here is a change of the contract.
  it('are those the server uses', () => {
    expect(eventsListQuery({ town: ['Goma'] }).queryKey).toEqual(['events', 'list', { town: ['Goma'] }])
    expect(eventQuery(12).queryKey).toEqual(['events', 'detail', 12])
    expect(similarQuery(12).queryKey).toEqual(['events', 'similar', 12])
    const home = homeQueries(Date.UTC(2026, 10, 14))
    expect(home.today.queryKey).toEqual(['events', 'page', { date_range: 'today', limit: 4 }])
    expect(home.month.queryKey).toEqual(['events', 'page', { month: 10, limit: 8 }])
    expect(home.next.queryKey).toEqual(['events', 'page', { limit: 6 }])
    const november = calendarFilters({ town: ['Goma'], view: 'agenda' }, Date.UTC(2026, 9, 31, 22, 30))
    expect(calendarQuery(november).queryKey).toEqual([
      'events',
      'calendar',
      { month: '2026-11', town: ['Goma'] },
    ])
    expect(mapQuery({ category: ['Mode'] }).queryKey).toEqual(['events', 'map', { category: ['Mode'] }])
    expect(trendingQuery.queryKey).toEqual(['events', 'trending'])
  })
})

it('an answer stays fresh for five minutes', () => {
  expect(eventsListQuery({}).staleTime).toBe(300_000)
  expect(eventQuery(12).staleTime).toBe(300_000)
})
