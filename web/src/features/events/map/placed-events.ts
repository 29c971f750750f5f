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

/** Both lists as one, each event once, soonest first. */
export function joinEvents(some: readonly MapEvent[], others: readonly MapEvent[] = []): readonly MapEvent[] {
  const known = new Set(some.map(({ id }) => id))
  const further = others.filter(({ id }) => !known.has(id))
  if (further.length === 0) return some
  const moment = ({ started_at, hour }: MapEvent) => `${started_at} ${hour}`
  return [...some, ...further].sort((a, b) => (moment(a) < moment(b) ? -1 : 1))
}
