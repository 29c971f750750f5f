import { unitsPerKm } from './projection'
import type { MapView } from './view'

const MOST_PIXELS = 110

/** A round distance and its length on the screen. */
export function scaleBar({ centre, scale }: MapView): { km: number; pixels: number } {
  const pixelsPerKm = scale * unitsPerKm(centre.y)
  const most = MOST_PIXELS / pixelsPerKm
  const power = 10 ** Math.floor(Math.log10(most))
  const km = (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1) * power
  return { km, pixels: km * pixelsPerKm }
}
