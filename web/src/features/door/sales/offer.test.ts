import { expect, test } from 'vitest'
import { wayToSell } from './offer'

const sells = (link: 'online' | 'slow' | 'offline', stock: number | null | undefined, kept: number) =>
  wayToSell({ link, stock, kept, quantity: 2 })

test('with network the server sells, as long as it has enough or says nothing of it', () => {
  expect(sells('online', 2, 5)).toBe('server')
  expect(sells('online', undefined, 5)).toBe('server')
  expect(sells('online', 1, 1)).toBeNull()
  expect(sells('online', null, 0)).toBeNull()
})

test('the places of this phone are sold when the server has too few, and when it is away or slow', () => {
  expect(sells('online', 1, 2)).toBe('here')
  expect(sells('offline', undefined, 2)).toBe('here')
  expect(sells('slow', 9, 2)).toBe('here')
})

test('a slow server is better than none, and one that is away sells nothing', () => {
  expect(sells('slow', 9, 1)).toBe('server')
  expect(sells('offline', undefined, 1)).toBeNull()
})
