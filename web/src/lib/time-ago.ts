// How long ago something was, as people say it: "à l'instant", "il y a 3 heures", "le lun. 5 oct. 2026".
import { isoDate, shortDate } from './dates'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function timeAgo(moment: number, now: number): string {
  const past = now - moment
  // A clock that runs a little ahead makes no future of it.
  if (past < MINUTE) return "à l'instant"
  if (past < HOUR) return `il y a ${counted(Math.floor(past / MINUTE), 'minute')}`
  if (past < DAY) return `il y a ${counted(Math.floor(past / HOUR), 'heure')}`
  if (past < 30 * DAY) return `il y a ${counted(Math.floor(past / DAY), 'jour')}`
  return `le ${shortDate(isoDate(moment))}`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count > 1 ? 's' : ''}`
}
