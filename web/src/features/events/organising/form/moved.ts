// Which changes of an event its holders are told of: the server's rule, so that who edits knows beforehand.
import { readPlace } from './place'
import type { EventValues } from './schema'

export type TimeAndPlace = Pick<
  EventValues,
  'started_at' | 'ended_at' | 'hour' | 'town' | 'address' | 'location'
>

/** Degrees that a pin may move by and still mark the same place. */
const SAME_PIN = 0.002

/** Another time or another place. A repair of words is none: case, accents, spaces and punctuation of the address. */
export function isMoved(before: TimeAndPlace, after: TimeAndPlace): boolean {
  const address = words(before.address)
  return (
    dates(before) !== dates(after) ||
    (address !== '' && address !== words(after.address)) ||
    isElsewhere(before.location, after.location)
  )
}

function dates({ started_at, ended_at, hour, town }: TimeAndPlace): string {
  return [started_at, ended_at || started_at, hour.slice(0, 5), town].join(' ')
}

function words(address: string): string {
  return address
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function isElsewhere(before: string, after: string): boolean {
  const [old, next] = [readPlace(before), readPlace(after)]
  if (!old || !next) return false
  return (
    Math.abs(old.latitude - next.latitude) >= SAME_PIN || Math.abs(old.longitude - next.longitude) >= SAME_PIN
  )
}
