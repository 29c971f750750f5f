// Buying: a type, a quantity, the payment in a window of its own, and the tickets that come of it.
import type { APIRequestContext, Page } from '@playwright/test'
import { endOtherSessions, newPerson, signIn } from '../support/accounts.ts'
import { atTheTickets, payBy, SETTLED, toThePaymentPage } from '../support/buying.ts'
import { createEvent } from '../support/events.ts'
import { expect, test } from '../support/test.ts'

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

test('whoever signs in on the way comes back to what they chose', async ({ page, visit, request }) => {
  const event = await withTwoTypes(request)
  await visit(`/events/${event.id}`)
  await chooseThree(page)
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText(/votre choix est gardé/)).toBeVisible()
  await signIn(page, await newPerson(request))
  await expect(page.getByRole('dialog').getByText(/^3 × 40/)).toBeVisible()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expectThree(page)
  await expect(page).toHaveURL(`/events/${event.id}`)
})

test('so does whoever’s session ends while they pay', async ({ page, visit, request }) => {
  const event = await withTwoTypes(request)
  const person = await newPerson(request)
  await visit(`/login?redirect=/events/${event.id}`)
  await signIn(page, person)
  await chooseThree(page)
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  // Everything that the dialog asks by itself is answered: only the press meets the end of the session.
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await endOtherSessions(request, person)
  await page.getByRole('button', { name: 'Confirmer et payer' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, person)
  await expect(page.getByRole('dialog').getByText(/^3 × 40/)).toBeVisible()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expectThree(page)
})

async function withTwoTypes(request: APIRequestContext) {
  const ttype = [
    { label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' },
    { label: 'VIP', price: 40, nbr_max: 50, devise: 'USD' },
  ]
  const fields = { name: `Deux prix ${Date.now()}`, ttype: JSON.stringify(ttype) }
  return createEvent(request, await newPerson(request), fields)
}

async function chooseThree(page: Page) {
  await page.getByText('VIP', { exact: true }).click()
  await page.getByLabel('Quantité').fill('3')
}

async function expectThree(page: Page) {
  const selection = page.getByRole('region', { name: 'Votre sélection' })
  await expect(selection).toContainText('VIP')
  await expect(selection.getByLabel('Quantité')).toHaveValue('3')
  await expect(page.getByRole('radio', { name: /VIP/ })).toBeChecked()
  await expect(selection).toBeInViewport()
}
