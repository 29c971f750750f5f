// Where a pixel of the camera lies on the glass of a phone that is turned and leans away: a pinhole camera before a plane.
import type { Condition } from './conditions'
import type { Random } from './random'

export interface Point {
  x: number
  y: number
}

/** From a pixel to a place on the code, in modules from its upper left corner. */
export type View = (x: number, y: number) => Point

/** Pixels from the pinhole to the picture: a phone's camera sees some 65° along its longer side. */
const FOCAL_LENGTH = 1000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** `size`: the side of the code in modules. `middle`: the pixel where its middle is seen. */
export function viewOf(size: number, middle: Point, condition: Condition, random: Random): View {
  const turned = radians(random.between(-condition.turn, condition.turn))
  // The screen leans around a line of any direction.
  const hinge: Vector = [...direction(radians(random.between(0, 360))), 0]
  const lean = (vector: Vector) => rotate(vector, hinge, radians(condition.tilt))
  const [rx, ry, rz] = lean([...direction(turned), 0])
  const [dx, dy, dz] = lean([...direction(turned + Math.PI / 2), 0])
  const distance = (FOCAL_LENGTH * size) / condition.side
  return (x, y) => {
    // The ray (px, py, 1) meets the plane at a·right + b·down + (0, 0, distance): two equations, by Cramer's rule.
    const px = (x - middle.x) / FOCAL_LENGTH
    const py = (y - middle.y) / FOCAL_LENGTH
    const scale = distance / (rx * dy - ry * dx + px * (ry * dz - rz * dy) + py * (rz * dx - rx * dz))
    return { x: (px * dy - py * dx) * scale + size / 2, y: (rx * py - ry * px) * scale + size / 2 }
  }
}

type Vector = readonly [number, number, number]

const direction = (angle: number) => [Math.cos(angle), Math.sin(angle)] as const

/** Rodrigues' formula. */
function rotate([x, y, z]: Vector, [kx, ky, kz]: Vector, angle: number): Vector {
  const [cos, sin] = direction(angle)
  const along = (x * kx + y * ky + z * kz) * (1 - cos)
  return [
    x * cos + (ky * z - kz * y) * sin + kx * along,
    y * cos + (kz * x - kx * z) * sin + ky * along,
    z * cos + (kx * y - ky * x) * sin + kz * along,
  ]
}
