// The calendar's arithmetic on plain text: days as YYYY-MM-DD, months as YYYY-MM, weeks from Monday.
import { isoDate, monthName, utc } from '@/lib/dates'

const DAY = 86_400_000

export const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function addDays(day: string, count: number): string {
  return isoDate(utc(day) + count * DAY)
}

export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month, Monday first; null where a week belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const start = addDays(first, -weekday(first))
  const weeks: (string | null)[][] = []
  for (let monday = start; monthOf(monday) <= month; monday = addDays(monday, 7)) {
    weeks.push(WEEKDAYS.map((_, index) => ownDay(addDays(monday, index), month)))
  }
  return weeks
}

/** "Novembre 2026" */
export function monthTitle(month: string): string {
  const name = monthName(Number(month.slice(5, 7)) - 1)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${month.slice(0, 4)}`
}

/** Where a key leads from a day, as in the ARIA grid pattern; undefined: the key is none of the grid's. */
export function dayByKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekday(day))
    case 'End':
      return addDays(day, 6 - weekday(day))
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(day), -1), day)
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(day), 1), day)
  }
}

/** The 31st of a shorter month is its last day. */
function sameDayIn(month: string, day: string): string {
  const wished = addDays(`${month}-01`, Number(day.slice(8)) - 1)
  return monthOf(wished) === month ? wished : addDays(`${addMonths(month, 1)}-01`, -1)
}

/** 0 for Monday. */
function weekday(day: string): number {
  return (new Date(utc(day)).getUTCDay() + 6) % 7
}

function ownDay(day: string, month: string): string | null {
  return monthOf(day) === month ? day : null
}
