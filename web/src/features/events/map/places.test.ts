import { expect, it } from 'vitest'
import { TOWNS } from '@/lib/fixed-lists'
import { COUNTRY } from './base-map.gen'
import { COUNTRY_NAMES, TOWN_PLACES } from './places'
import type { Point } from './projection'
import { COUNTRY_BOX, isInside } from './view'

/** The rings of a path of relative lines. */
function rings(path: string): Point[][] {
  return path
    .split('z')
    .filter(Boolean)
    .map((part) => {
      const [x = 0, y = 0, ...steps] = (part.match(/-?\d+/g) ?? []).map(Number)
      const ring = [{ x, y }]
      for (let index = 0; index < steps.length; index += 2) {
        const last = ring[ring.length - 1] ?? { x, y }
        ring.push({ x: last.x + (steps[index] ?? 0), y: last.y + (steps[index + 1] ?? 0) })
      }
      return ring
    })
}

function contains(ring: Point[], { x, y }: Point): boolean {
  return ring.reduce((inside, a, index) => {
    const b = ring.at(index - 1) ?? a
    const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
    return crosses ? !inside : inside
  }, false)
}

const [mainland = []] = rings(COUNTRY).sort((a, b) => b.length - a.length)

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
