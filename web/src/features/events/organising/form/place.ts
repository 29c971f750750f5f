// A place as the form holds it: "latitude,longitude", typed by hand or set on the map.
import type { Coordinates } from '../../map/projection'

/** About one metre. */
const DECIMALS = 5

export function readPlace(text: string): Coordinates | null {
  const parts = text.split(',')
  if (parts.length !== 2 || parts.some((part) => !/^\s*-?\d+(\.\d+)?\s*$/.test(part))) return null
  const [latitude = 0, longitude = 0] = parts.map(Number)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

export function writePlace({ latitude, longitude }: Coordinates): string {
  return [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(DECIMALS)))).join(',')
}
