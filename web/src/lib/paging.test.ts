import { expect, it } from 'vitest'
import { pageNumber } from './paging'

it.each([
  ['http://x/api/events/?town=Goma&page=2', 2],
  ['/api/events/?page=13&limit=12', 13],
  ['/api/users/?limit=12', undefined],
  [null, undefined],
  [undefined, undefined],
])('%s → page %s', (next, page) => {
  expect(pageNumber(next)).toBe(page)
})
