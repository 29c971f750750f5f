// The day that a scan counts for, by the same rule as the server's: a night belongs to the evening before.
import { isoDate } from '@/lib/dates'

const MINUTE = 60_000
/** At the door the day changes at six in the morning. */
const NIGHT = 6 * 60 * MINUTE

export interface DoorCalendar {
  first_day: string
  last_day: string
  /** Of the town's clocks, ahead of UTC. */
  offset_minutes: number
}

/** A ticket is admitted once for each day, so an event of one day has one admission, whenever its doors open. */
export function doorDay(event: DoorCalendar, at: number): string {
  const today = isoDate(at + event.offset_minutes * MINUTE - NIGHT)
  // The middle one of the three is today, unless that is before the first day or after the last.
  return [event.first_day, today, event.last_day].sort()[1] ?? today
}

/** Whether the event's first day is still to come. */
export function isEarly(event: DoorCalendar, at: number): boolean {
  return isoDate(at + event.offset_minutes * MINUTE) < event.first_day
}

/** `19:42`, by the town's clocks. */
export function townTime(event: DoorCalendar, at: number): string {
  return new Date(at + event.offset_minutes * MINUTE).toISOString().slice(11, 16)
}
