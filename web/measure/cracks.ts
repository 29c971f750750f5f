// Cracks of a phone's glass: bent lines across the code, in modules.
import type { Random } from './random'
import type { Point } from './view'

export interface Crack {
  points: readonly Point[]
  width: number
}

/** Half of them begin where the phone fell on its glass, the others go their own way. */
export function makeCracks(count: number, size: number, random: Random): Crack[] {
  const around = (angle: number): Point => ({
    x: size / 2 + Math.cos(angle) * size,
    y: size / 2 + Math.sin(angle) * size,
  })
  const hit = { x: random.between(0, size), y: random.between(0, size) }
  return Array.from({ length: count }, (_, index) => {
    const angle = random.between(0, 2 * Math.PI)
    const begin = index % 2 ? hit : around(angle + random.between(2, 4.2))
    return { points: bend(begin, around(angle), random), width: random.between(0.2, 0.5) }
  })
}

const BENDS = 5

function bend(begin: Point, end: Point, random: Random): Point[] {
  return Array.from({ length: BENDS + 1 }, (_, step) => ({
    x: begin.x + ((end.x - begin.x) * step) / BENDS + random.between(-1.2, 1.2),
    y: begin.y + ((end.y - begin.y) * step) / BENDS + random.between(-1.2, 1.2),
  }))
}

/** How far a point is from a crack, in widths of the crack. */
export function distanceFrom({ points, width }: Crack, { x, y }: Point): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let at = 1; at < points.length; at++) {
    const from = points[at - 1] as Point
    const to = points[at] as Point
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)
    const within = Math.max(0, Math.min(1, share))
    nearest = Math.min(nearest, (x - from.x - dx * within) ** 2 + (y - from.y - dy * within) ** 2)
  }
  return Math.sqrt(nearest) / width
}
