// Buying: a type, a quantity, the payment in a window of its own, and the tickets that come of it.
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson, signIn } from '../support/accounts.ts'
import { createEvent, type Event } from '../support/events.ts'
import { expect, test } from '../support/test.ts'

/** Long enough for a payment that settles in seconds and a dialog that asks every five. */
const SETTLED = { timeout: 20_000 }

/** Somebody new, signed in, on the page of an event with one type of tickets at 10 dollars. */
async function atTheTickets(
  page: Page,
  visit: (address: string) => Promise<void>,
  request: APIRequestContext,
): Promise<Event> {
  const ttype = [{ label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' }]
  const fields = { name: `Soirée ${Date.now()}`, ttype: JSON.stringify(ttype) }
  const event = await createEvent(request, await newPerson(request), fields)
  await visit(`/login?redirect=${encodeURIComponent(`/events/${event.id}`)}`)
  await signIn(page, await newPerson(request))
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  return event
}

/** Chooses so many and goes to the provider's window. */
async function toThePaymentPage(page: Page, quantity: number, total: RegExp): Promise<Page> {
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
async function payBy(popup: Page, phone: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  const field = popup.getByLabel(/téléphone/i)
  await field.fill(phone)
  await field.press('Enter')
  await closed
}

test('three tickets are bought and found in "Mes billets"', async ({ page, visit, request }) => {
  const event = await atTheTickets(page, visit, request)
  await payBy(await toThePaymentPage(page, 3, /30\s*USD/), '0970000789')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Paiement réussi !' })).toBeVisible(SETTLED)
  await dialog.getByRole('link', { name: 'Mes billets' }).click()
  await expect(page).toHaveURL(/\/dash\/tickets/)
  await expect(page.getByRole('button', { name: event.name })).toHaveCount(3)
})

test('a refused payment says why and takes nothing', async ({ page, visit, request }) => {
  const event = await atTheTickets(page, visit, request)
  await payBy(await toThePaymentPage(page, 2, /20\s*USD/), '0970000039')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Paiement échoué' })).toBeVisible(SETTLED)
  await expect(dialog.getByText('Le paiement a été refusé.', { exact: true })).toBeVisible()
  const { ttype } = await (await request.get(`/api/events/${event.id}/`)).json()
  expect(ttype[0].available_tickets).toBe(50)
})
