import { expect, it } from 'vitest'
import { TOWNS } from '@/lib/fixed-lists'
import { contains, mainland } from './drawn-country-testing'
import { COUNTRY_NAMES, TOWN_PLACES } from './places'
import { COUNTRY_BOX, isInside } from './view'

it('places every town of the product', () => {
  expect(TOWN_PLACES.map(({ name }) => name)).toEqual([...TOWNS])
})

// Goma lies at the border itself, which the source draws no finer than a kilometre or two.
it.each(TOWN_PLACES)('$name stands in the drawn country', ({ point: { x, y } }) => {
  const around = [-2, 0, 2].flatMap((dx) => [-2, 0, 2].map((dy) => ({ x: x + dx, y: y + dy })))
  expect(around.some((point) => contains(mainland, point))).toBe(true)
})

it('writes the names of neighbours outside it', () => {
  const inside = COUNTRY_NAMES.filter(({ point }) => contains(mainland, point))
  expect(inside.map(({ name }) => name)).toEqual(['RD Congo'])
})

it('frames the country tightly', () => {
  for (const point of mainland) expect(isInside(point, COUNTRY_BOX)).toBe(true)
})
