// The demo's events as the API tells them: journeys pick theirs by what it is, never by its name or day. And new ones.
import { type APIRequestContext, expect } from '@playwright/test'
import type { Person } from './accounts.ts'

export interface Event {
  id: number
  name: string
  category: string
  town: string
  started_at: string
  ended_at: string | null
  hour: string
  address: string
  description: string | null
  ttype: { id: number; label: string; price: number; devise: string }[]
  owner: { id: number; username: string }
}

export async function listEvents(
  request: APIRequestContext,
  filters: Record<string, string | number> = {},
): Promise<Event[]> {
  const answer = await request.get('/api/events/', { params: { limit: 50, ...filters } })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { results: Event[] }).results
}

export async function paidEvent(request: APIRequestContext): Promise<Event> {
  return first(await listEvents(request, { is_free: 'false' }))
}

export async function freeEvent(request: APIRequestContext): Promise<Event> {
  return first(await listEvents(request, { is_free: 'true' }))
}

/** A free public event of this person's, late tonight in Kolwezi unless told otherwise. */
export async function createEvent(
  request: APIRequestContext,
  owner: Person,
  fields: Record<string, string>,
): Promise<Event> {
  const answer = await request.post('/api/events/', {
    headers: { Authorization: `Bearer ${owner.access}` },
    multipart: {
      name: 'Évènement',
      category: 'Concerts',
      started_at: today(),
      hour: '23:30',
      town: 'Kolwezi',
      address: 'Avenue Lumumba 7',
      is_public: 'true',
      ttype: '[]',
      collaborators: '[]',
      ...fields,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Event
}

/** Lubumbashi's day. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lubumbashi' }).format(new Date())
}

function first(events: Event[]): Event {
  const [event] = events
  if (!event) throw new Error('the demo has no such event')
  return event
}

/** "samedi 14 novembre 2026": written by another hand than the product's own. */
export function longDate(iso: string): string {
  const words = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'UTC' })
  return words.format(new Date(`${iso}T00:00:00Z`)).replace(/ 1 /, ' 1er ')
}
