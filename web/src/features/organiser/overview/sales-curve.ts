// What the curves of sales show: pure, from the server's steps, of which it sends only those in which something was sold.
import { isoDate, shortDate, townOffset, utc } from '@/lib/dates'
import type { Sales } from './queries'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const HOURS = 24

type Selling = { started_at: string; town: string }
type Places = { total_tickets: number }

export type Curve = {
  labels: string[]
  values: number[]
  /** The same at another time; nothing where nothing is known of it. */
  before?: (number | undefined)[]
}

/** The number of the day that it is in the town. */
export function dayIn(town: string, at: number): number {
  return Math.floor((at + townOffset(town) * HOUR) / DAY)
}

export function dayNumber(iso: string): number {
  return utc(iso) / DAY
}

/**
 * Tickets sold in all, day by day, beside what the organiser's earlier events had sold so many days before. It goes on to
 * the event's day, but never so far that what was sold becomes a corner of the drawing.
 */
export function dayCurve(
  sales: Sales,
  event: Selling,
  { total_tickets: places }: Places,
  now: number,
): Curve {
  const sold = new Map(sales.points.map((point) => [dayIn(event.town, point.at), point.sold]))
  const [firstSale, lastSale] = [Math.min(...sold.keys()), Math.max(...sold.keys())]
  if (sold.size === 0) return { labels: [], values: [] }
  const [today, opening] = [dayIn(event.town, now), dayNumber(event.started_at)]
  // One day alone is no curve: it begins with the day before.
  const first = firstSale - 1
  const known = today <= opening ? today : Math.max(opening, lastSale)
  const last = today < opening ? Math.min(opening, today + Math.max(today - first, 3)) : known
  const days = range(first, last)
  const values = days.filter((day) => day <= known).map((day) => sold.get(day) ?? 0)
  const pace = new Map(sales.pace.map((point) => [opening - point.days_before, point.previous_percent]))
  const before = days.map((day) => {
    const percent = pace.get(day)
    return typeof percent === 'number' ? Math.round((percent * places) / 100) : undefined
  })
  return {
    labels: days.map((day) => shortDate(isoDate(day * DAY), Number(event.started_at.slice(0, 4)))),
    values: cumulate(values),
    ...(before.some((value) => value !== undefined) && { before }),
  }
}

/** Tickets sold in each of the last 24 hours, beside the 24 hours before. When the sale is over, the last ones of it. */
export function hourCurve(sales: Sales, { town }: Selling, now: number): Curve {
  const sold = new Map(sales.points.map((point) => [Math.floor(point.at / HOUR), point.sold]))
  if (sold.size === 0) return { labels: [], values: [] }
  const lastSale = Math.max(...sold.keys())
  // Sales that are two days old are no news any more: the last hours that had some are shown instead.
  const thisHour = Math.floor(now / HOUR)
  const last = thisHour - lastSale > 2 * HOURS ? lastSale : thisHour
  const hours = range(last - HOURS + 1, last)
  const soldIn = (hour: number) => sold.get(hour) ?? 0
  return {
    labels: hours.map((hour) => `${String((hour + townOffset(town)) % HOURS).padStart(2, '0')}:00`),
    values: hours.map(soldIn),
    before: hours.map((hour) => soldIn(hour - HOURS)),
  }
}

/** Tickets that were sold on the day that it is in the town. */
export function soldToday(sales: Sales, { town }: Selling, now: number): number {
  const today = dayIn(town, now)
  return sum(sales.points.filter((point) => dayIn(town, point.at) === today).map(({ sold }) => sold))
}

/** Tickets a day, over the last seven days or since the first sale. */
export function soldPerDay(sales: Sales, { town }: Selling, now: number): number {
  const today = dayIn(town, now)
  const [first] = sales.points
  if (!first) return 0
  const days = Math.min(7, today - dayIn(town, first.at) + 1)
  const recent = sales.points.filter((point) => dayIn(town, point.at) > today - days)
  return Math.max(0, sum(recent.map(({ sold }) => sold)) / Math.max(days, 1))
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, place) => first + place)
}

function cumulate(values: readonly number[]): number[] {
  let all = 0
  return values.map((value) => {
    all += value
    return all
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
