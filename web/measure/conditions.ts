// How a ticket is held before the camera: five kinds of pictures, each in three strengths. Lengths are in modules of the
// code, so that a strength means the same at every distance.

export type Kind = 'clean' | 'blurred' | 'dark' | 'tilted' | 'cracked'

export interface Condition {
  kind: Kind
  /** As the table names it. */
  label: string
  /** The side of the code in pixels of the camera, which sees 720 of them across. */
  side: number
  /** Standard deviation of the lens' blur. */
  blur: number
  /** How far the hand moves while a picture is taken. */
  motion: number
  /** The share of the light that is left. */
  light: number
  /** Standard deviation of the sensor's noise, of 255. */
  noise: number
  /** Degrees by which the screen leans away. */
  tilt: number
  /** At most so many degrees are turned, to either side. */
  turn: number
  cracks: number
}

const HELD_WELL: Omit<Condition, 'kind' | 'label'> = {
  side: 300,
  blur: 0.12,
  motion: 0,
  light: 0.85,
  noise: 3,
  tilt: 5,
  turn: 8,
  cracks: 0,
}

const condition = (kind: Kind, label: string, changes: Partial<Condition>): Condition => ({
  ...HELD_WELL,
  ...changes,
  kind,
  label,
})

export const CONDITIONS: readonly Condition[] = [
  condition('clean', 'near, 420 px', { side: 420 }),
  condition('clean', 'at arm’s length, 240 px', { side: 240 }),
  condition('clean', 'far, 130 px', { side: 130 }),
  condition('blurred', 'soft', { blur: 0.35 }),
  condition('blurred', 'moving hand', { blur: 0.25, motion: 1.6 }),
  condition('blurred', 'out of focus', { blur: 0.44 }),
  condition('dark', 'dim', { light: 0.25, noise: 5 }),
  condition('dark', 'night', { light: 0.12, noise: 7 }),
  condition('dark', 'nearly black', { light: 0.09, noise: 8 }),
  condition('tilted', '30°, turned', { tilt: 30, turn: 45 }),
  condition('tilted', '45°, turned', { tilt: 45, turn: 180 }),
  condition('tilted', '60°, turned', { tilt: 60, turn: 180 }),
  condition('cracked', '4 cracks', { cracks: 4 }),
  condition('cracked', '8 cracks', { cracks: 8 }),
  condition('cracked', '6 cracks and blur', { cracks: 6, blur: 0.3 }),
]
