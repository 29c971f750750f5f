import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ACTIVITIES } from '@/lib/fixed-lists'
import {
  activeFilters,
  countText,
  directoryAddress,
  isFiltered,
  listTitle,
  pageTitle,
  toggledActivity,
} from './directory-words'
import { directoryFiltersSchema } from './filters'

const read = (params: object) => v.parse(directoryFiltersSchema, params)

it('offers the twenty-four activities', () => {
  expect(new Set(ACTIVITIES).size).toBe(24)
})

describe('directoryFiltersSchema', () => {
  it.each([
    [{}, {}],
    [{ search: '  ', activity: '' }, {}],
    [
      { search: ' traiteur ', activity: 'DJ', utm_source: 'x' },
      { search: 'traiteur', activity: 'DJ' },
    ],
    [
      { search: ['un', 'deux'], activity: ['DJ', 'Chasseur'] },
      { search: 'deux', activity: 'DJ' },
    ],
    [{ activity: 'dj' }, {}],
    [{ search: 'a\u0000b\tc' }, { search: 'abc' }],
    [{ search: '\u0001' }, {}],
    [{ search: 2026 }, { search: '2026' }],
  ])('%j → %j', (params, filters) => {
    expect(read(params)).toEqual(filters)
  })

  it('cuts a long search between characters, never within one', () => {
    expect(read({ search: '🎉'.repeat(120) }).search).toBe('🎉'.repeat(100))
  })
})

describe('toggledActivity', () => {
  it('chooses one and ends the text search', () => {
    expect(toggledActivity({ search: 'maman' }, 'Traiteur')).toEqual({ activity: 'Traiteur' })
    expect(toggledActivity({ activity: 'DJ' }, 'Traiteur')).toEqual({ activity: 'Traiteur' })
  })

  it('lets go of the chosen one', () => {
    expect(toggledActivity({ activity: 'DJ', search: 'x' }, 'DJ')).toEqual({})
  })
})

it('names each filter and how to go on without it', () => {
  expect(activeFilters({})).toEqual([])
  expect(activeFilters({ search: 'maman', activity: 'Traiteur' })).toEqual([
    { label: '« maman »', without: { activity: 'Traiteur' } },
    { label: 'Traiteur', without: { search: 'maman' } },
  ])
  expect([isFiltered({}), isFiltered({ search: 'a' }), isFiltered({ activity: 'DJ' })]).toEqual([
    false,
    true,
    true,
  ])
})

it.each([
  [{}, 'Tous les professionnels', "Professionnels de l'évènement"],
  [{ search: 'maman' }, 'Résultats pour maman', "Professionnels de l'évènement"],
  [{ activity: 'Traiteur' as const }, 'Traiteurs', "Traiteurs de l'évènement"],
  [{ activity: 'DJ' as const, search: 'maman' }, 'DJs', "DJs de l'évènement"],
])('%j → %s', (filters, heading, title) => {
  expect(listTitle(filters)).toBe(heading)
  expect(pageTitle(filters)).toBe(title)
})

it.each([
  [0, '0 résultats'],
  [1, '1 résultat'],
  [2, '2 résultats'],
  [1240, '1\u202f240 résultats'],
])('%i → %s', (count, text) => {
  expect(countText(count)).toBe(text)
})

it('writes the address to come back to', () => {
  expect(directoryAddress({})).toBe('/users')
  expect(directoryAddress({ search: 'a & b', activity: 'DJ' })).toBe('/users?search=a+%26+b&activity=DJ')
})
