import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { activeFilters, listTitle } from './filter-words'
import { type EventFilters, eventFiltersSchema } from './filters'

const read = (search: object) => v.parse(eventFiltersSchema, search)

describe('eventFiltersSchema', () => {
  it('reads an empty form as no filter', () => {
    expect(read({ name: '  ', category: '', town: '', date_range: 'all', is_free: '' })).toEqual({})
  })

  it('makes lists of single and repeated values', () => {
    expect(read({ category: 'Mode', town: ['Goma', 'Likasi', 'Goma'] })).toEqual({
      category: ['Mode'],
      town: ['Goma', 'Likasi'],
    })
  })

  it('keeps types as the query key has them', () => {
    expect(read({ month: '10', is_free: true, limit: 4, near: '-11.66,27.48' })).toEqual({
      month: 10,
      is_free: 'true',
      limit: 4,
      near: '-11.66,27.48',
    })
  })

  it('keeps one order: the newest, or the nearest to a place on earth', () => {
    expect(read({ recent: 'true', near: '-11.66,27.48' })).toEqual({ recent: 'true' })
    expect(read({ near: '999,999' })).toEqual({})
    expect(read({ near: '-90,180' })).toEqual({ near: '-90,180' })
  })

  it('holds a circle on earth', () => {
    expect(read({ location: '-11.66,27.48,12.5' })).toEqual({ location: '-11.66,27.48,12.5' })
    for (const location of ['-11.66,27.48', '-11.66,27.48,0', '99,27.48,5', '1,2,30000', 'ici']) {
      expect(read({ location })).toEqual({})
    }
  })

  it('drops what it does not know', () => {
    expect(
      read({
        category: 'Chasse',
        town: 'Paris',
        date_range: 'toString',
        month: '12',
        is_free: 'oui',
        near: 'ici',
        limit: '-1',
        utm_source: 'x',
      }),
    ).toEqual({})
  })
})

describe('activeFilters', () => {
  it('names each filter and how to go on without it', () => {
    const filters = read({ name: 'jazz', town: ['Goma', 'Likasi'], month: 7, is_free: 'false' })
    const active = activeFilters(filters)
    expect(active.map((filter) => filter.label)).toEqual(['« jazz »', 'Goma', 'Likasi', 'Août', 'Payant'])
    expect(active[1]?.without).toEqual({ name: 'jazz', town: ['Likasi'], month: 7, is_free: 'false' })
    expect(active[3]?.without).toEqual({ name: 'jazz', town: ['Goma', 'Likasi'], is_free: 'false' })
  })

  it('takes the last value of a list away with its key', () => {
    expect(activeFilters({ category: ['Mode'], date_range: 'today' })[0]?.without).toEqual({
      date_range: 'today',
    })
  })

  it('says how far a circle reaches', () => {
    const [circle] = activeFilters({ town: ['Goma'], location: '-1.67,29.22,5' }).slice(1)
    expect(circle).toEqual({ label: 'À 5 km au plus', without: { town: ['Goma'] } })
  })

  it('leaves out what only shapes the answer', () => {
    expect(activeFilters({ limit: 4 })).toEqual([])
  })
})

describe('listTitle', () => {
  it.each<[EventFilters, string]>([
    [{}, 'Tous les évènements'],
    [{ town: ['Goma'] }, 'Évènements à Goma'],
    [{ category: ['Concerts'], town: ['Goma'] }, 'Concerts à Goma'],
    [{ category: ['Concerts', 'Mode'] }, 'Évènements choisis'],
  ])('%j → %s', (filters, title) => {
    expect(listTitle(filters)).toBe(title)
  })
})
