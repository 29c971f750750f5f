// What a phone says by itself about one scan: by the same rules as the server, as far as the roster goes.

import { isSigned } from '../code/signature'
import { readSignedCode } from '../code/signed-code'
import { hashTypedCode, readTypedCode } from '../code/typed-code'
import { doorDay, isEarly } from '../roster/days'
import { numberKey, type Roster, type RosterTicket, ticketKey } from '../roster/roster'
import type { Standing } from '../roster/standing'
import { sentence } from './sentences'
import type { Direction, Verdict } from './words'

/** What the text of a code says. */
export type Reading =
  | { kind: 'ticket'; key: string; ticket: RosterTicket | undefined; issue: number | null }
  | { kind: 'refused'; verdict: Verdict }

export interface Decision {
  verdict: Verdict
  message: string
  day: string
  early: boolean
}

export async function readContent(content: string, roster: Roster): Promise<Reading> {
  const code = readSignedCode(content)
  if (code === null) return readTyped(content, roster)
  if (code === 'other-version') return { kind: 'refused', verdict: 'forged' }
  const key = roster.publicKey(code.key)
  if (!key || !(await isSigned(key, code.message, code.signature)))
    return { kind: 'refused', verdict: 'forged' }
  if (code.event !== roster.event?.id) return { kind: 'refused', verdict: 'other_event' }
  const ticket = roster.findByTicket(code.ticket)
  return {
    kind: 'ticket',
    key: ticket ? numberKey(ticket.number) : ticketKey(code.ticket),
    ticket,
    issue: code.issue,
  }
}

async function readTyped(content: string, roster: Roster): Promise<Reading> {
  const code = readTypedCode(content)
  const ticket = code && roster.event && roster.findByCode(await hashTypedCode(roster.event.id, code))
  return ticket
    ? { kind: 'ticket', key: numberKey(ticket.number), ticket, issue: null }
    : { kind: 'refused', verdict: 'unknown' }
}

type Scan = { reading: Reading; direction: Direction; at: number; standing: Standing | undefined }

export function decide(roster: Roster, { reading, direction, at, standing }: Scan): Decision {
  const { event } = roster
  if (!event) throw new Error('nothing is known of this event yet')
  const day = doorDay(event, at)
  const early = isEarly(event, at)
  const verdict =
    reading.kind === 'refused'
      ? reading.verdict
      : event.cancelled
        ? 'event_cancelled'
        : (whyVoid(reading) ?? passage(direction, standing?.state ?? 'not-yet', event.reentry))
  return { verdict, message: sentence(verdict, { event, day, early, earlier: standing }), day, early }
}

/**
 * A signed ticket that the roster doesn't have was sold after it was read, and one of a later issue was passed on since:
 * only we can have signed either, so both may enter.
 */
function whyVoid({ ticket, issue }: Extract<Reading, { kind: 'ticket' }>): Verdict | null {
  if (!ticket) return null
  if (ticket.status !== 'valid') return ticket.status
  return issue !== null && issue < ticket.issue ? 'transferred' : null
}

function passage(direction: Direction, state: Standing['state'], allowsReentry: boolean): Verdict {
  if (direction === 'in') {
    if (state === 'not-yet') return 'admitted'
    if (state === 'inside') return 'already_admitted'
    return allowsReentry ? 'readmitted' : 'reentry_off'
  }
  if (!allowsReentry) return 'reentry_off'
  return state === 'inside' ? 'left' : 'not_inside'
}
