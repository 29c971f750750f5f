// Moments by a town's clocks: as date-and-time fields hold them, and as people say them.
import { formatDay, townOffset } from './dates'

const HOUR = 3_600_000

/** "2026-11-14T19:30" of a moment in milliseconds, as a datetime-local field holds it; nothing of none. */
export function momentText(at: number | null | undefined, town: string): string {
  return at ? new Date(at + townOffset(town) * HOUR).toISOString().slice(0, 16) : ''
}

/** "sam. 14 nov. à 19:30", "demain à 08:00": inside a sentence. */
export function momentWords(at: number, town: string, now: number): string {
  const text = momentText(at, town)
  return `${formatDay(text.slice(0, 10), town, now)} à ${text.slice(11)}`.toLowerCase()
}
