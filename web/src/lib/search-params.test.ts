import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params'

test('values stay text, repeated keys become lists', () => {
  expect(parseSearch('?name=2026&town=Goma&town=Likasi&is_free=true')).toEqual({
    name: '2026',
    town: ['Goma', 'Likasi'],
    is_free: 'true',
  })
})

test('a form without JavaScript writes the same address', () => {
  expect(stringifySearch({ name: 'fête & co', town: ['Goma', 'Likasi'], month: 0, category: '' })).toBe(
    '?name=f%C3%AAte+%26+co&town=Goma&town=Likasi&month=0',
  )
  expect(stringifySearch({ name: undefined })).toBe('')
})

test('what is written is read back', () => {
  const search = { name: '100% {"a":1}', category: ['Cinéma', 'Mode'] }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('hostile keys are plain keys', () => {
  expect(Object.hasOwn(parseSearch('?__proto__=x&constructor=y'), 'constructor')).toBe(true)
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})
