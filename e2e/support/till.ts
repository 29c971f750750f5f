// Selling for cash at the gate: an evening with places left, the dialog « Vendre », and what the server says of it.
import type { APIRequestContext, Locator } from '@playwright/test'
import { expect } from '@playwright/test'
import { newPerson, type Person } from './accounts.ts'
import { signed } from './door.ts'
import { createEvent, type Event } from './events.ts'
import type { GatePhone } from './gate.ts'

export interface CashEvening {
  event: Event
  owner: Person
  /** Who only stands at the door. */
  seller: Person
}

/** An event of this evening with so many places at 10 dollars, and somebody at its door. */
export async function cashEvening(request: APIRequestContext, places: number): Promise<CashEvening> {
  const [owner, seller] = [await newPerson(request), await newPerson(request)]
  const id = idOf(seller)
  // Only people whom one follows are chosen by their number.
  await request.post(`/api/users/${id}/follow/`, { headers: signed(owner), data: {} })
  const event = await createEvent(request, owner, {
    name: `Soirée ${Date.now()}`,
    ttype: JSON.stringify([{ label: 'Debout', price: 10, nbr_max: places, devise: 'USD' }]),
    collaborators: JSON.stringify([{ id, role: 'door' }]),
  })
  return { event, owner, seller }
}

function idOf({ access }: Person): number {
  const claims = Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(claims) as { user: { id: number } }).user.id
}

export const till = ({ page }: GatePhone): Locator => page.getByRole('dialog', { name: 'Vendre à la porte' })

export async function openTill(gate: GatePhone): Promise<Locator> {
  await gate.page.getByRole('button', { name: 'Vendre', exact: true }).click()
  await expect(till(gate)).toBeVisible()
  return till(gate)
}

interface Wanted {
  quantity: number
  currency: 'USD' | 'CDF'
  /** As the seller must read it before taking it. */
  sum: string
}

/** Takes the money in the open dialog. */
export async function take(gate: GatePhone, { quantity, currency, sum }: Wanted): Promise<void> {
  const dialog = till(gate)
  await dialog.getByRole('button', { name: currency, exact: true }).click()
  for (let count = 1; count < quantity; count++)
    await dialog.getByRole('button', { name: 'Un billet de plus' }).click()
  await dialog.getByRole('button', { name: `J'ai encaissé ${sum}`, exact: true }).click()
}

/** Takes the money and waits for the receipt. Returns its address. */
export async function sell(gate: GatePhone, wanted: Wanted): Promise<string> {
  await take(gate, wanted)
  const dialog = till(gate)
  const sold = `Vendu : ${wanted.quantity} × Debout, ${wanted.sum}`
  await expect(dialog.getByText(sold, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('img', { name: "Reçu à scanner par l'acheteur" })).toBeVisible()
  return dialog.getByLabel('Lien du reçu').inputValue()
}

export async function sellNext(gate: GatePhone): Promise<void> {
  await till(gate).getByRole('button', { name: 'Nouvelle vente' }).click()
}

interface Sum {
  amount: string
  currency: string
}

interface Takings {
  totals: Sum[]
  sellers: { seller: string; totals: Sum[]; sales: number; tickets: number }[]
  results: { id: string; quantity: number; online: boolean; fate: string; receipt_url: string }[]
}

export async function readTakings(
  request: APIRequestContext,
  event: Event,
  person: Person,
): Promise<Takings> {
  const answer = await request.get(`/api/events/${event.id}/door-sales/`, { headers: signed(person) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Takings
}

interface Block {
  size: number
  sold: number
  left: number
}

export async function readBlocks(request: APIRequestContext, event: Event, person: Person): Promise<Block[]> {
  const answer = await request.get(`/api/events/${event.id}/door-blocks/`, { headers: signed(person) })
  const { results } = (await answer.json()) as { results: Block[] }
  return results.map(({ size, sold, left }) => ({ size, sold, left }))
}

/** Places that anybody can still buy. */
export async function placesLeft(request: APIRequestContext, { id }: Event, owner: Person): Promise<number> {
  const answer = await request.get(`/api/events/${id}/`, { headers: signed(owner) })
  const { ttype } = (await answer.json()) as { ttype: { available_tickets: number }[] }
  return ttype[0]?.available_tickets ?? 0
}
