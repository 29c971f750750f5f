import { describe, expect, it } from 'vitest'
import { cluster } from './clusters'

const at = (id: number, x: number, y: number) => ({ id, point: { x, y } })
const RADIUS = 48

/** A small generator of even numbers, so that a failure can be repeated. */
function randomPlaces(count: number, seed: number) {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  return Array.from({ length: count }, (_, id) => at(id, next() * 1900, next() * 1900))
}

describe('cluster', () => {
  it('joins what is close and leaves what is far', () => {
    const groups = cluster([at(1, 0, 0), at(2, 10, 0), at(3, 500, 0)], 1, RADIUS)
    expect(groups.map(({ items }) => items.map(({ id }) => id))).toEqual([[1, 2], [3]])
    expect(groups[0]?.point).toEqual({ x: 0, y: 0 })
  })

  it('parts when one comes closer', () => {
    expect(cluster([at(1, 0, 0), at(2, 10, 0)], 8, RADIUS)).toHaveLength(2)
  })

  it('keeps places that are the same together at any scale', () => {
    expect(cluster([at(1, 5, 5), at(2, 5, 5)], 250, RADIUS)).toHaveLength(1)
  })

  it.each([0.18, 0.7, 3, 41, 250])('at scale %d loses nothing and lets no button cover another', (scale) => {
    const places = randomPlaces(500, 7)
    const groups = cluster(places, scale, RADIUS)
    expect(groups.flatMap(({ items }) => items.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(
      places.map(({ id }) => id),
    )
    for (const [index, one] of groups.entries()) {
      for (const other of groups.slice(index + 1)) {
        const pixels = Math.hypot(one.point.x - other.point.x, one.point.y - other.point.y) * scale
        expect(pixels).toBeGreaterThanOrEqual(RADIUS)
      }
    }
  })

  it('holds still between two half steps of zoom', () => {
    const places = randomPlaces(100, 3)
    expect(cluster(places, 1.05, RADIUS)).toEqual(cluster(places, 1.35, RADIUS))
  })
})
