import { expect, test } from 'vitest'
import { areaPath, gridValues, linePath, spread } from './scale'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [100, [0, 50, 100]],
  [221, [0, 100, 200, 300]],
  [19_000, [0, 10_000, 20_000]],
])('the grid of up to %d has round values', (highest, values) => {
  expect(gridValues(highest)).toEqual(values)
})

test('values are spread over the whole drawing', () => {
  expect(spread([0, 50, 100], 100)).toEqual([
    { x: 0, y: 100 },
    { x: 50, y: 50 },
    { x: 100, y: 0 },
  ])
  // One that is shorter than another ends before the edge.
  expect(spread([0, 100], 100, 3).at(-1)).toEqual({ x: 50, y: 0 })
  expect(spread([7], 7)).toEqual([{ x: 0, y: 0 }])
  // What nothing is known of has no place in it.
  expect(spread([undefined, 50, 100, undefined, undefined], 100)).toEqual([
    { x: 25, y: 50 },
    { x: 50, y: 0 },
  ])
})

test('an area is closed along the ground', () => {
  const points = spread([1, 3], 4)
  expect(linePath(points)).toBe('M0 75L100 25')
  expect(areaPath(points)).toBe('M0 75L100 25L100 100L0 100Z')
  expect(areaPath([])).toBe('')
})
