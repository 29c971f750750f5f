// Where the sale leads if it goes on as it did lately.
import { formatDay, isoDate } from '@/lib/dates'
import { formatAmount } from '@/lib/money'
import type { OrganisedEvent } from '../organised-event'
import type { Sales } from './queries'
import { dayIn, dayNumber, soldPerDay } from './sales-curve'

const DAY = 24 * 3_600_000

/** A sentence for an event that is yet to come and sells; nothing otherwise. */
export function forecastWords(event: OrganisedEvent, sales: Sales, now: number): string | undefined {
  const { available_tickets: left, sold_tickets: sold, total_tickets: places } = event.stats
  const today = dayIn(event.town, now)
  const daysLeft = dayNumber(event.started_at) - today
  const perDay = soldPerDay(sales, event, now)
  if (event.cancelled || daysLeft <= 0 || left <= 0 || perDay <= 0) return undefined
  const fullIn = Math.ceil(left / perDay)
  if (fullIn <= daysLeft) {
    const day = isoDate((today + fullIn) * DAY)
    // The name of the month may end in a point already.
    return `Au rythme actuel, complet ${inSentence(formatDay(day, event.town, now))}`.replace(/\.?$/, '.')
  }
  const expected = Math.min(places, Math.round(sold + perDay * daysLeft))
  return `Au rythme actuel, environ ${formatAmount(expected)} billets sur ${formatAmount(places)} le jour venu.`
}

/** "Demain" within a sentence. */
function inSentence(day: string): string {
  return day.startsWith('Demain') ? 'demain' : day.startsWith('Aujourd') ? "aujourd'hui" : `le ${day}`
}
