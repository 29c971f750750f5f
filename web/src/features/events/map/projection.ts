// Between places on earth and the map's plane: Web Mercator, as tiles have it, in hundredths of a degree at the
// equator, with y downwards as on screens.

export type Coordinates = { latitude: number; longitude: number }
export type Point = { x: number; y: number }

const DEGREES = 180 / Math.PI
const UNITS_PER_DEGREE = 100
const EARTH_RADIUS_KM = 6371
const KM_PER_UNIT_AT_EQUATOR = EARTH_RADIUS_KM / DEGREES / UNITS_PER_DEGREE

export function project({ latitude, longitude }: Coordinates): Point {
  const y = Math.log(Math.tan(Math.PI / 4 + latitude / DEGREES / 2)) * DEGREES
  return { x: longitude * UNITS_PER_DEGREE, y: -y * UNITS_PER_DEGREE }
}

export function unproject({ x, y }: Point): Coordinates {
  const latitude = (Math.atan(Math.exp(-y / UNITS_PER_DEGREE / DEGREES)) - Math.PI / 4) * 2 * DEGREES
  return { latitude, longitude: x / UNITS_PER_DEGREE }
}

/** How many units a kilometre takes there: the map stretches away from the equator. */
export function unitsPerKm(y: number): number {
  const stretch = Math.cosh(y / UNITS_PER_DEGREE / DEGREES)
  return stretch / KM_PER_UNIT_AT_EQUATOR
}

/** As the crow flies. */
export function kilometres(from: Coordinates, to: Coordinates): number {
  const half = (degrees: number) => Math.sin(degrees / DEGREES / 2) ** 2
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(from.latitude / DEGREES) * Math.cos(to.latitude / DEGREES) * half(to.longitude - from.longitude)
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord))
}

/** "850 m", "2,3 km", "120 km" */
export function distanceText(km: number): string {
  if (km < 0.995) return `${Math.round(km * 100) * 10} m`
  if (km < 9.95) return `${km.toFixed(1).replace('.', ',').replace(',0', '')} km`
  return `${Math.round(km)} km`
}
