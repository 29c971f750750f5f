import type { Placed } from './clusters'
import { project } from './projection'
import type { MapEvent } from './queries'

export type PlacedEvent = MapEvent & Placed

export function placeEvents(events: readonly MapEvent[]): PlacedEvent[] {
  return events.map((event) => ({ ...event, point: project(event) }))
}

/** True when all stand on the very same spot: no zoom will part them. */
export function onOneSpot([first, ...rest]: readonly Placed[]): boolean {
  return rest.every(({ point }) => point.x === first?.point.x && point.y === first.point.y)
}
