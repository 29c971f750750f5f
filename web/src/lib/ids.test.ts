import { expect, it } from 'vitest'
import { readId } from './ids'

it.each([
  ['7', 7],
  ['123456789012', 123456789012],
  ['9007199254740993', null],
  ['99999999999999999999', null],
  ['-1', null],
  ['1e3', null],
  ['me', null],
  ['', null],
])('%s → %s', (text, id) => {
  expect(readId(text)).toBe(id)
})
