// Who came in on the last day that the doors were open: by gate, and by quarter of an hour.
import { townOffset } from '@/lib/dates'
import type { Sales } from './queries'
import { dayIn } from './sales-curve'

const QUARTER = 15 * 60_000
const HOUR = 4 * QUARTER
/** Doors that stay open longer than this are drawn from their last hours. */
const MOST_QUARTERS = 96

type DayOfEntries = {
  /** The number of the day in the town. */
  day: number
  total: number
  gates: { gate: string; entered: number }[]
  labels: string[]
  /** People who were in, quarter of an hour by quarter of an hour. */
  values: number[]
}

export function lastEntries({ gates, points }: Sales['entries'], town: string): DayOfEntries | undefined {
  const day = Math.max(...points.map(({ at }) => dayIn(town, at)))
  const ofDay = points.filter(({ at }) => dayIn(town, at) === day)
  if (ofDay.length === 0) return undefined
  const times = ofDay.map(({ at }) => at)
  const last = Math.max(...times)
  // It begins at nobody.
  const first = Math.max(Math.min(...times) - QUARTER, last - MOST_QUARTERS * QUARTER)
  const quarters = Array.from({ length: (last - first) / QUARTER + 1 }, (_, place) => first + place * QUARTER)
  const enteredUntil = (time: number) => count(ofDay.filter(({ at }) => at <= time))
  return {
    day,
    total: count(ofDay),
    gates: gates
      .map((gate) => ({ gate, entered: count(ofDay.filter((point) => point.gate === gate)) }))
      .filter(({ entered }) => entered > 0),
    labels: quarters.map((time) => clock(time, town)),
    values: quarters.map(enteredUntil),
  }
}

/** The end of a quarter of an hour by the clocks of the town: until then they had come. */
function clock(begins: number, town: string): string {
  const time = new Date(begins + QUARTER + townOffset(town) * HOUR)
  return time.toISOString().slice(11, 16)
}

function count(points: readonly { entered: number }[]): number {
  return points.reduce((all, { entered }) => all + entered, 0)
}
