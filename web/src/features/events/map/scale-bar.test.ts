import { expect, it } from 'vitest'
import { distanceText } from './projection'
import { scaleBar } from './scale-bar'

it.each([
  [0.18, '500 km'],
  [1, '100 km'],
  [30, '2 km'],
  [250, '200 m'],
])('at scale %d measures %s', (scale, text) => {
  const bar = scaleBar({ centre: { x: 2748, y: 1173 }, scale })
  expect(distanceText(bar.km)).toBe(text)
  expect(bar.pixels).toBeGreaterThan(40)
  expect(bar.pixels).toBeLessThanOrEqual(110)
})
