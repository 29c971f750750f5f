// Dates as people say them, from plain ISO text and a `now` that is passed in: the server's JavaScript
// engine has no Intl and its clock zone is not the town's, so nothing here reads the machine's zone.

const HOUR = 3_600_000
const DAY = 24 * HOUR

const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']
const WEEKDAYS_SHORT = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.']
const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]
const MONTHS_SHORT = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
]

/** Hours ahead of UTC: Kinshasa keeps West Africa Time, the other towns Central Africa Time, no summer time. */
export function townOffset(town: string): number {
  return town === 'Kinshasa' ? 1 : 2
}

/** The day it is in that town, as YYYY-MM-DD. */
export function todayIn(town: string, now: number): string {
  return isoDate(now + townOffset(town) * HOUR)
}

/** Zero-based month of Lubumbashi's today: the product's home town decides what "this month" is. */
export function currentMonth(now: number): number {
  return parts(todayIn('Lubumbashi', now)).month
}

export function currentYear(now: number): number {
  return parts(todayIn('Lubumbashi', now)).year
}

export function monthName(month: number): string {
  return MONTHS[month] ?? ''
}

/** "Aujourd'hui", "Demain", "sam. 14 nov.", and with its year when that is not the current one. */
export function formatDay(iso: string, town: string, now: number): string {
  const today = todayIn(town, now)
  if (iso === today) return "Aujourd'hui"
  if (iso === isoDate(utc(today) + DAY)) return 'Demain'
  return shortDate(iso, parts(today).year)
}

/** "sam. 14 nov. · 19:30" */
export function formatWhen(iso: string, hour: string, town: string, now: number): string {
  return `${formatDay(iso, town, now)} · ${hour}`
}

/** "sam. 14 nov.": without the year when it is `year`. */
export function shortDate(iso: string, year?: number): string {
  const date = parts(iso)
  const text = `${WEEKDAYS_SHORT[date.weekday]} ${ordinal(date.day)} ${MONTHS_SHORT[date.month]}`
  return date.year === year ? text : `${text} ${date.year}`
}

/** "samedi 14 novembre 2026" */
export function longDate(iso: string): string {
  const date = parts(iso)
  return `${WEEKDAYS[date.weekday]} ${ordinal(date.day)} ${MONTHS[date.month]} ${date.year}`
}

/** What the date block of a card shows: the day big, the month small. */
export function dateBlock(iso: string): { day: string; month: string } {
  const date = parts(iso)
  return { day: String(date.day), month: (MONTHS_SHORT[date.month] ?? '').replace('.', '') }
}

/** True once the last day of an event is over in its town. */
export function isOver(
  event: { started_at: string; ended_at?: string | null; town: string },
  now: number,
): boolean {
  return (event.ended_at ?? event.started_at) < todayIn(event.town, now)
}

/** YYYY-MM-DD of an instant, in UTC. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Midnight in UTC of a day. */
export function utc(iso: string): number {
  return Date.UTC(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8, 10)))
}

function parts(iso: string): { year: number; month: number; day: number; weekday: number } {
  const date = new Date(utc(iso))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

function ordinal(day: number): string {
  return day === 1 ? '1er' : String(day)
}
