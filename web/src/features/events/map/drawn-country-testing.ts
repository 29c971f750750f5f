// The drawn country as a shape, for tests that ask what lies in it.
import { COUNTRY } from './base-map.gen'
import type { Point } from './projection'

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

export function contains(ring: Point[], { x, y }: Point): boolean {
  return ring.reduce((inside, a, index) => {
    const b = ring.at(index - 1) ?? a
    const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
    return crosses ? !inside : inside
  }, false)
}

export const [mainland = []] = rings(COUNTRY).sort((a, b) => b.length - a.length)
