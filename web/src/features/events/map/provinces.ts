// The 26 provinces, written as an atlas writes them: in the middle of the land they name, where nothing else stands.
import { type Label, onScreen, overlap, squareAround, TOWN_SCALE, textBox, writtenBoxes } from './labels'
import { named } from './places'
import type { Point } from './projection'
import { type Box, type MapView, type Size, toScreen } from './view'

/** The largest first: where there is room for few, it is theirs. */
export const PROVINCES = [
  named('Tshopo', 0.6, 25.4),
  named('Tanganyika', -6.7, 28.2),
  named('Haut-Katanga', -9.9, 27.3),
  named('Maniema', -3.3, 26.3),
  named('Bas-Uélé', 3.5, 25),
  named('Tshuapa', -0.5, 21.6),
  named('Maï-Ndombe', -2.8, 18.7),
  named('Lualaba', -9.8, 23.9),
  named('Haut-Lomami', -8.2, 25.7),
  named('Sankuru', -3.9, 23.6),
  named('Équateur', 0.4, 19.3),
  named('Kasaï', -5.1, 20.9),
  named('Haut-Uélé', 3.4, 28.4),
  named('Kwango', -6.5, 17.7),
  named('Kwilu', -4.8, 18.7),
  named('Ituri', 1.8, 29.4),
  named('Sud-Kivu', -3.4, 28),
  named('Kasaï-Central', -6.6, 22.2),
  named('Nord-Kivu', -0.8, 28.3),
  named('Mongala', 2.1, 21.8),
  named('Nord-Ubangi', 3.9, 21.4),
  named('Lomami', -6.2, 24.8),
  named('Kongo-Central', -5.3, 14.1),
  named('Sud-Ubangi', 3, 19.6),
  named('Kinshasa', -4.4, 16),
  named('Kasaï-Oriental', -6.5, 23.4),
]

/** Spaced letters of 11 px. */
export const PROVINCE_SPACING = 1
const LETTER = 7.5
/** Half a button with its ring, and a little air. */
const BUTTON_PIXELS = 26

/** Provinces whose names are whole and touch neither each other, nor other names, nor the buttons at these points. */
export function provinceLabels(view: MapView, size: Size, buttons: readonly Point[]): Label[] {
  if (view.scale >= TOWN_SCALE) return []
  const taken = [
    ...writtenBoxes(view, size),
    ...buttons.map((point) => {
      const { x, y } = toScreen(point, view, size)
      return squareAround(x, y, BUTTON_PIXELS)
    }),
  ]
  return PROVINCES.map((place) => onScreen(place, view, size)).filter((label) => {
    const box = textBox(label, LETTER)
    if (!isWhole(box, size) || taken.some((other) => overlap(box, other))) return false
    taken.push(box)
    return true
  })
}

function isWhole({ left, top, right, bottom }: Box, { width, height }: Size): boolean {
  return left > 0 && top > 0 && right < width && bottom < height
}
