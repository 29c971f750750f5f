// Which names have room on the map: pure, so that a test can see that none runs into another.
import { COUNTRY_NAMES, type NamedPlace, TOWN_PLACES } from './places'
import { type Box, type MapView, type Size, toScreen } from './view'

/** A name and where on the screen its place is. */
export type Label = { name: string; x: number; y: number }

/** From here on a town fills the screen, and the base map has nothing more to tell. */
export const TOWN_SCALE = 6
/** A town's name stands below its dot, and below the button that may cover the dot. */
export const TOWN_NAME_BELOW = 38

/** Pixels a letter takes, a little generously: fonts differ. */
const COUNTRY_LETTER = 8
const TOWN_LETTER = 8
const DOT_PIXELS = 8

export function onScreen({ name, point }: NamedPlace, view: MapView, size: Size): Label {
  return { name, ...toScreen(point, view, size) }
}

/** Countries whose names the frame doesn't cut. */
export function countryLabels(view: MapView, size: Size): Label[] {
  if (view.scale >= TOWN_SCALE) return []
  return COUNTRY_NAMES.map((place) => onScreen(place, view, size)).filter(
    ({ name, x }) => Math.min(x, size.width - x) > (name.length * COUNTRY_LETTER) / 2,
  )
}

/** Towns whose names don't run into one that was written before. */
export function townLabels(view: MapView, size: Size): Label[] {
  const written: Label[] = []
  for (const place of TOWN_PLACES) {
    const label = onScreen(place, view, size)
    const crowded = written.some(({ x, y }) => Math.abs(x - label.x) < 76 && Math.abs(y - label.y) < 17)
    if (!crowded) written.push(label)
  }
  return written
}

/** What the names of countries and towns, and the towns' dots, cover of the screen. */
export function writtenBoxes(view: MapView, size: Size): Box[] {
  return [
    ...countryLabels(view, size).map((label) => textBox(label, COUNTRY_LETTER)),
    ...townLabels(view, size).flatMap(({ name, x, y }) => [
      squareAround(x, y, DOT_PIXELS),
      textBox({ name, x, y: y + TOWN_NAME_BELOW }, TOWN_LETTER),
    ]),
  ]
}

/** About what a line of text covers that stands on `y` with its middle at `x`. */
export function textBox({ name, x, y }: Label, letter: number): Box {
  const half = (name.length * letter) / 2
  return { left: x - half, top: y - 12, right: x + half, bottom: y + 5 }
}

export function squareAround(x: number, y: number, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
