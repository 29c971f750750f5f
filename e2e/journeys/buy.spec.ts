// Buying: a type, a quantity, the payment in a window of its own, and the tickets that come of it.
import { atTheTickets, payBy, SETTLED, toThePaymentPage } from '../support/buying.ts'
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
