// What a phone knows of an event's tickets and of who is inside: what the server has sent so far, page after page. Applying
// a page twice changes nothing.

import type { Roster as RosterPage } from '@/api/generated/types.gen'
import { utc } from '@/lib/dates'
import { bytesOf, unpackNumbers } from './columns'
import type { Standing } from './standing'
import { type DayTally, Tally } from './tally'

export interface RosterTicket {
  /** Dense from 0 in each event: what gates call it among themselves. */
  number: number
  issue: number
  /** The index of its type. */
  type: number
  status: 'valid' | 'cancelled' | 'refunded'
  client: string
}

const STATUSES = ['valid', 'cancelled', 'refunded'] as const
const STATES = ['not-yet', 'inside', 'out'] as const

export class Roster {
  event: RosterPage['event'] | null = null
  types: RosterPage['types'] = []
  cursor: string | null = null
  /** False while pages of the first download are missing: until then a gate admits by signature. */
  isComplete = false
  readonly #keys = new Map<number, Uint8Array>()
  readonly #tickets = new Map<number, RosterTicket>()
  readonly #byTicket = new Map<number, number>()
  readonly #byCode = new Map<number, number>()
  readonly #standings = new Map<string, Standing>()
  readonly #tally = new Tally()
  readonly #expected: number[] = []

  apply(page: RosterPage): void {
    this.event = page.event
    this.types = page.types
    this.cursor = page.cursor
    this.isComplete ||= page.complete
    for (const { id, public: key } of page.keys) this.#keys.set(id, bytesOf(key))
    this.#applyTickets(page.tickets)
    this.#applyScans(page)
  }

  #applyTickets({ count, from, dense, client, ...columns }: RosterPage['tickets']): void {
    const ids = unpackNumbers(columns.ticket, 5)
    const issues = unpackNumbers(columns.issue, 1)
    const types = unpackNumbers(columns.type, 1)
    const statuses = unpackNumbers(columns.status, 1)
    const codes = unpackNumbers(columns.code, 4)
    for (let at = 0; at < count; at++) {
      const number = dense?.[at] ?? (from ?? 0) + at
      this.#expect(this.#tickets.get(number), -1)
      this.#tickets.set(number, {
        number,
        issue: issues[at] ?? 0,
        type: types[at] ?? 0,
        status: STATUSES[statuses[at] ?? 0] ?? 'valid',
        client: client[at] ?? '',
      })
      this.#expect(this.#tickets.get(number), 1)
      this.#byTicket.set(ids[at] ?? -1, number)
      this.#byCode.set(codes[at] ?? -1, number)
    }
  }

  #expect(ticket: RosterTicket | undefined, change: 1 | -1): void {
    if (ticket?.status === 'valid') this.#expected[ticket.type] = (this.#expected[ticket.type] ?? 0) + change
  }

  #applyScans({ scans, event }: RosterPage): void {
    const midnight = utc(event.first_day) - event.offset_minutes * 60_000
    for (const [at, number] of scans.dense.entries()) {
      const day = event.days[scans.day[at] ?? 0] ?? event.first_day
      this.record(day, numberKey(number), {
        state: STATES[scans.state[at] ?? 0] ?? 'not-yet',
        at: midnight + (scans.minute[at] ?? 0) * 60_000,
        gate: scans.gates[scans.gate[at] ?? -1] ?? '',
        person: scans.people[scans.person[at] ?? -1] ?? '',
      })
    }
  }

  publicKey(id: number): Uint8Array | undefined {
    return this.#keys.get(id)
  }

  get size(): number {
    return this.#tickets.size
  }

  findByTicket(ticket: number): RosterTicket | undefined {
    return this.#tickets.get(this.#byTicket.get(ticket) ?? -1)
  }

  findByCode(hash: number): RosterTicket | undefined {
    return this.#tickets.get(this.#byCode.get(hash) ?? -1)
  }

  findByNumber(number: number): RosterTicket | undefined {
    return this.#tickets.get(number)
  }

  /** The server's word, or what another gate has shown. */
  record(day: string, ticketKey: string, standing: Standing): void {
    this.#tally.change(day, this.typeOf(ticketKey), this.standingOf(day, ticketKey), standing)
    this.#standings.set(`${day} ${ticketKey}`, standing)
  }

  tallyOf(day: string): DayTally {
    return this.#tally.of(day)
  }

  /** How many tickets of a type open the door. */
  expectedOf(type: number): number {
    return this.#expected[type] ?? 0
  }

  /** Numbers of the tickets that were admitted on that day, whether or not they have gone out since. */
  admittedOn(day: string): number[] {
    const prefix = `${day} n`
    return [...this.#standings].flatMap(([key, { state }]) =>
      state !== 'not-yet' && key.startsWith(prefix) ? Number(key.slice(prefix.length)) : [],
    )
  }

  typeOf(ticketKey: string): number {
    return this.ticketOf(ticketKey)?.type ?? -1
  }

  /** What a ticket is called by now: it has a number as soon as the roster has it. */
  resolve(key: string): string {
    const ticket = key.startsWith('t') ? this.findByTicket(Number(key.slice(1))) : undefined
    return ticket ? numberKey(ticket.number) : key
  }

  ticketOf(ticketKey: string): RosterTicket | undefined {
    return ticketKey.startsWith('n') ? this.findByNumber(Number(ticketKey.slice(1))) : undefined
  }

  standingOf(day: string, ticketKey: string): Standing | undefined {
    return this.#standings.get(`${day} ${ticketKey}`)
  }
}

/** What a ticket is called in the notes of a phone: by its number, or by its code while the roster doesn't have it. */
export const numberKey = (number: number) => `n${number}`
export const ticketKey = (ticket: number) => `t${ticket}`
