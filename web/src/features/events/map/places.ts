// Names on the map: the towns of the product, and the countries around.
import { type Point, project } from './projection'
import { type Box, boxAround } from './view'

export type NamedPlace = { name: string; point: Point }

export const named = (name: string, latitude: number, longitude: number): NamedPlace => ({
  name,
  point: project({ latitude, longitude }),
})

/** Their centres are the server's: events without a place of their own stand there. */
export const TOWN_PLACES = [
  named('Lubumbashi', -11.6609, 27.4794),
  named('Kinshasa', -4.3276, 15.3136),
  named('Kolwezi', -10.7167, 25.4667),
  named('Likasi', -10.9814, 26.7333),
  named('Goma', -1.6792, 29.2228),
  named('Mbuji-mayi', -6.136, 23.5898),
]

export const COUNTRY_NAMES = [
  named('RD Congo', -2.6, 23.2),
  named('Angola', -11.6, 17.8),
  named('Zambie', -14.2, 26.8),
  named('Tanzanie', -6.2, 33.2),
  named('Congo', -0.6, 15.2),
  named('Gabon', -0.7, 11.7),
  named('Cameroun', 5.2, 12.9),
  named('République centrafricaine', 6.6, 20.6),
  named('Soudan du Sud', 7.2, 29.8),
  named('Ouganda', 1.4, 32.4),
]

/** A town without its outskirts, some 13 km across. */
const TOWN_UNITS = 12

export function townBox(name: string): Box | undefined {
  const town = TOWN_PLACES.find((place) => place.name === name)
  return town && boxAround([town.point], TOWN_UNITS)
}
