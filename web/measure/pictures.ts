// Paints what a camera sees of a ticket on somebody's phone: grey pictures, pixel by pixel, the same for the same seed.
import { blur, type Grey, smear } from './blur'
import type { Condition } from './conditions'
import { makeCracks } from './cracks'
import { glassOf, MODULES } from './glass'
import { type Random, seededRandom } from './random'
import { viewOf } from './view'

/** What a phone that is held upright gives when 1280 pixels are asked for. */
export const FRAME = { width: 720, height: 1280 }
/** The hand trembles by so many pixels at most, to each side. */
const TREMBLE = 12
/** The level of a black picture, and how many numbers the sensor's noise is taken from. */
const PEDESTAL = 4
const NOISES = 2 ** 16

/** Pictures of the same ticket, one after the other: the hand trembles and the noise is another in each. */
export function paintTake(text: string | null, condition: Condition, seed: string, count: number) {
  const random = seededRandom(seed)
  const scene = paintScene(text, condition, random)
  const noise = Float32Array.from({ length: NOISES }, () => random.normal() * condition.noise)
  return Array.from({ length: count }, () => expose(scene, condition.light, noise, random))
}

function paintScene(text: string | null, condition: Condition, random: Random): Grey {
  const [width, height] = [FRAME.width + 2 * TREMBLE, FRAME.height + 2 * TREMBLE]
  const middle = { x: width / 2 + random.between(-40, 40), y: height / 2 + random.between(-60, 60) }
  const view = viewOf(MODULES, middle, condition, random)
  const glass = glassOf(text, makeCracks(condition.cracks, MODULES, random))
  const pixels = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      // Two samples on a diagonal: the lens' blur does the rest against jagged edges.
      pixels[y * width + x] = (glass(view(x + 0.25, y + 0.25)) + glass(view(x + 0.75, y + 0.75))) / 2
  const module = condition.side / MODULES
  const seen = blur({ width, height, pixels }, condition.blur * module)
  return condition.motion > 0 ? smear(seen, condition.motion * module, random.between(0, Math.PI)) : seen
}

function expose({ width, pixels }: Grey, light: number, noise: Float32Array, random: Random): Uint8Array {
  const left = Math.floor(random.between(0, 2 * TREMBLE))
  const top = Math.floor(random.between(0, 2 * TREMBLE))
  const frame = new Uint8Array(FRAME.width * FRAME.height)
  for (let y = 0, at = 0; y < FRAME.height; y++) {
    // Each row takes its noise from another place.
    let grain = Math.floor(random.between(0, NOISES))
    for (let x = 0, from = (y + top) * width + left; x < FRAME.width; x++, at++, from++) {
      grain = (grain + 1) % NOISES
      const level = (pixels[from] ?? 0) * light + PEDESTAL + (noise[grain] ?? 0)
      frame[at] = Math.max(0, Math.min(255, Math.round(level)))
    }
  }
  return frame
}
