// For tests: a roster as the server packs it.

import type { Roster as RosterPage } from '@/api/generated/types.gen'
import { publicKey } from '../code/testing'
import { hashTypedCode } from '../code/typed-code'

interface TicketRow {
  number?: number
  ticket: number
  issue?: number
  type?: number
  status?: number
  code?: string
  client?: string
}

interface ScanState {
  number: number
  day?: number
  state: number
  minute?: number
}

interface PageFacts {
  event?: Partial<RosterPage['event']>
  tickets?: TicketRow[]
  scans?: ScanState[]
  cursor?: string
  complete?: boolean
}

/** 14 November 2026, 20:00 in Lubumbashi. */
export const EVENING = Date.UTC(2026, 10, 14, 18)

export async function rosterPage(facts: PageFacts = {}): Promise<RosterPage> {
  const { tickets = [], scans = [], cursor = '1.1', complete = true } = facts
  const event = {
    id: 7,
    name: 'Katanga Jazz de nuit',
    first_day: '2026-11-14',
    last_day: '2026-11-14',
    days: ['2026-11-14'],
    hour: '19:30',
    town: 'Lubumbashi',
    offset_minutes: 120,
    reentry: false,
    cancelled: false,
    ...facts.event,
  }
  const codes = await Promise.all(
    tickets.map(({ code, ticket }) => hashTypedCode(event.id, code ?? `none of ${ticket}`)),
  )
  return {
    event,
    keys: [{ id: 3, public: base64(await publicKey()) }],
    types: [
      { id: 11, label: 'Debout', price: 10, devise: 'USD', sold: 3, scanned: 0 },
      { id: 12, label: 'VIP', price: 50, devise: 'USD', sold: 1, scanned: 0 },
    ],
    now: EVENING,
    cursor,
    complete,
    tickets: {
      count: tickets.length,
      from: null,
      dense: tickets.map(({ number }, at) => number ?? at),
      ticket: pack(
        tickets.map(({ ticket }) => ticket),
        5,
      ),
      issue: pack(
        tickets.map(({ issue = 0 }) => issue),
        1,
      ),
      type: pack(
        tickets.map(({ type = 0 }) => type),
        1,
      ),
      status: pack(
        tickets.map(({ status = 0 }) => status),
        1,
      ),
      code: pack(codes, 4),
      client: tickets.map(({ client = 'Amani' }) => client),
    },
    scans: {
      dense: scans.map(({ number }) => number),
      day: scans.map(({ day = 0 }) => day),
      state: scans.map(({ state }) => state),
      minute: scans.map(({ minute = 0 }) => minute),
      gate: scans.map(() => 0),
      person: scans.map(() => 0),
      gates: ['Porte Nord'],
      people: ['amani'],
    },
  }
}

function pack(numbers: number[], width: number): string {
  const bytes = numbers.flatMap((number) =>
    Array.from({ length: width }, (_, at) => Math.floor(number / 256 ** (width - 1 - at)) % 256),
  )
  return base64(Uint8Array.from(bytes))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
