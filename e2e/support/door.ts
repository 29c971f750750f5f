// Evenings with sold tickets for the journeys at the gate, and what the organiser's log says of them.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { APIRequestContext } from '@playwright/test'
import { newPerson, type Person } from './accounts.ts'
import { createEvent, type Event } from './events.ts'
import type { Server } from './server.ts'
import { expect } from './test.ts'

export interface Ticket {
  id: string
  code: string
  qr: string
}

export interface Evening {
  event: Event
  owner: Person
  buyer: Person
  tickets: Ticket[]
}

const TTYPE = JSON.stringify([{ label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' }])

export const signed = ({ access }: Person) => ({ Authorization: `Bearer ${access}` })

/** An event of this evening, unless told otherwise, with so many tickets of one buyer. */
export async function soldEvening(
  request: APIRequestContext,
  count: number,
  fields: Record<string, string> = {},
): Promise<Evening> {
  const [owner, buyer] = [await newPerson(request), await newPerson(request)]
  const event = await createEvent(request, owner, { name: `Soirée ${Date.now()}`, ttype: TTYPE, ...fields })
  const order = { ticket_type_id: String(event.ttype[0]?.id), quantity: count, currency: 'USD' }
  const begun = await request.post('/api/payments/init/', { headers: signed(buyer), data: order })
  const { payment_url } = (await begun.json()) as { payment_url: string }
  await request.post(payment_url, { form: { phone: '0970000789' }, maxRedirects: 0 })
  const bought = async () => (await ticketsOf(request, buyer)).length
  await expect.poll(bought, { timeout: 20_000 }).toBe(count)
  return { event, owner, buyer, tickets: await ticketsOf(request, buyer) }
}

async function ticketsOf(request: APIRequestContext, buyer: Person): Promise<Ticket[]> {
  const answer = await request.get('/api/my-tickets/?limit=50', { headers: signed(buyer) })
  return ((await answer.json()) as { results: Ticket[] }).results
}

export interface LoggedScan {
  verdict: string
  fate: string
  day: string
  gate: string
  online: boolean
}

/** The newest first. */
export async function readLog(request: APIRequestContext, { owner, event }: Evening): Promise<LoggedScan[]> {
  const answer = await request.get(`/api/events/${event.id}/scans/?limit=50`, { headers: signed(owner) })
  return ((await answer.json()) as { results: LoggedScan[] }).results
}

export async function loggedVerdicts(request: APIRequestContext, evening: Evening): Promise<string[]> {
  return (await readLog(request, evening)).map(({ verdict }) => verdict)
}

/** The same code with another signature. */
export function forge({ qr }: Ticket): string {
  const at = qr.length - 6
  return qr.slice(0, at) + (qr[at] === 'A' ? 'B' : 'A') + qr.slice(at + 1)
}

/** Makes a single ticket void, which no screen does: it is a provider, or a person with the database, who does. */
export async function makeVoid(
  server: Server,
  { id }: Ticket,
  status: 'cancelled' | 'refunded',
): Promise<void> {
  const now = Date.now()
  await changeDatabase(
    server,
    `UPDATE tickets SET status = '${status}', void_at = ${now}, changed_at = ${now} WHERE id = '${id}'`,
  )
}

/** Time passes for an event and its door: everything of it was so many days earlier. */
export async function letDaysPass(server: Server, { id }: Event, days: number): Promise<void> {
  const time = days * 86_400_000
  await changeDatabase(
    server,
    `UPDATE events SET first_day = first_day - ${days}, ended_day = ended_day - ${days},
       last_day = last_day - ${days} WHERE id = ${id};
     UPDATE door_scans SET day = day - ${days}, at = at - ${time}, received_at = received_at - ${time}
       WHERE event_id = ${id};
     UPDATE door_entries SET day = day - ${days} WHERE event_id = ${id};`,
  )
}

async function changeDatabase(server: Server, change: string): Promise<void> {
  await promisify(execFile)('sqlite3', ['-bail', '-cmd', '.timeout 5000', server.database, change])
}

/** Gives a ticket to somebody else: the code that its buyer still has is worth nothing from now on. */
export async function passOn(request: APIRequestContext, { buyer }: Evening, { id }: Ticket): Promise<void> {
  const { phone } = await newPerson(request)
  const address = `/api/my-tickets/${id}/transfer/`
  const answer = await request.post(address, { headers: signed(buyer), data: { phone } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
