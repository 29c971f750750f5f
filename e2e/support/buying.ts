// Buying as the journeys do it: to the tickets of an event, to the provider's window, and paid.
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson, type Person, signIn } from './accounts.ts'
import { createEvent, type Event } from './events.ts'
import { expect } from './test.ts'

/** Long enough for a payment that settles in seconds and a dialog that asks every five. */
export const SETTLED = { timeout: 20_000 }

/** Somebody new, signed in, on the page of an event with one type of tickets, at 10 dollars unless told otherwise. */
export async function atTheTickets(
  page: Page,
  visit: (address: string) => Promise<void>,
  request: APIRequestContext,
  price = { price: 10, devise: 'USD' },
): Promise<Event> {
  const ttype = [{ label: 'Debout', nbr_max: 50, ...price }]
  const fields = { name: `Soirée ${Date.now()}`, ttype: JSON.stringify(ttype) }
  const event = await createEvent(request, await newPerson(request), fields)
  await visit(`/login?redirect=${encodeURIComponent(`/events/${event.id}`)}`)
  await signIn(page, await newPerson(request))
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  return event
}

/** Chooses so many and goes to the provider's window. */
export async function toThePaymentPage(page: Page, quantity: number, total: RegExp): Promise<Page> {
  await page.getByText('Debout', { exact: true }).click()
  await page.getByLabel('Quantité').fill(String(quantity))
  await expect(page.getByRole('region', { name: 'Votre sélection' })).toContainText(total)
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Confirmer et payer' }).click()
  const popup = await opened
  await popup.waitForURL(/\/sandbox\/pay\//)
  return popup
}

/** Pays by mobile money; the window comes back to us and closes itself. */
export async function payBy(popup: Page, phone: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  const field = popup.getByLabel(/téléphone/i)
  await field.fill(phone)
  await field.press('Enter')
  await closed
}

/** The same without a browser: so many tickets of the event's first type, paid and issued. */
export async function buyOverApi(
  request: APIRequestContext,
  { access }: Person,
  event: Event,
  quantity: number,
): Promise<void> {
  const headers = { Authorization: `Bearer ${access}` }
  const order = { ticket_type_id: String(event.ttype[0]?.id), quantity, currency: 'USD' }
  const begun = await request.post('/api/payments/init/', { headers, data: order })
  expect(begun.ok(), await begun.text()).toBe(true)
  const { payment_url } = (await begun.json()) as { payment_url: string }
  await request.post(payment_url, { form: { phone: '0970000789' }, maxRedirects: 0 })
  const count = async () => (await (await request.get('/api/my-tickets/', { headers })).json()).count
  await expect.poll(count, SETTLED).toBe(quantity)
}
