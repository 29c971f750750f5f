// Moments of the past by a town's clocks, with their day.
import { currentYear, shortDate } from './dates'
import { momentText } from './town-time'

/** "le sam. 14 nov. 2026 à 19:32" */
export function localTime(at: number, town: string): string {
  const [day = '', hour] = momentText(at, town).split('T')
  return `le ${shortDate(day)} à ${hour}`
}

/** "sam. 14 nov. · 12:05"; with its year when that is not the current one. */
export function localStamp(at: number, town: string, now: number): string {
  const [day = '', hour] = momentText(at, town).split('T')
  return `${shortDate(day, currentYear(now))} · ${hour}`
}
