// By which channel one pays: chosen, remembered, closed, and none at all.
import { atTheTickets, payBy, SETTLED } from '../support/buying.ts'
import { closeAllChannels, closeChannels } from '../support/channels.ts'
import { channel, channels, confirm, openDialog, succeeded } from '../support/payment-dialog.ts'
import { expect, test } from '../support/test.ts'

test('a channel is chosen with the keyboard, pays, and is proposed the next time', async ({
  page,
  visit,
  request,
}) => {
  const event = await atTheTickets(page, visit, request)
  await openDialog(page)
  await expect(channels(page).getByRole('radio')).toHaveCount(5)
  await channels(page).getByRole('radio', { checked: true }).focus()
  while (!(await channel(page, 'Afrimoney').isChecked())) await page.keyboard.press('ArrowDown')
  // What is sent can be read only where requests are held up.
  await page.route('**/api/payments/init/', (route) => route.continue())
  const opened = page.waitForEvent('popup')
  const begun = page.waitForRequest('**/api/payments/init/')
  await page.keyboard.press('Enter')
  expect((await begun).postDataJSON()).toMatchObject({ channel: 'afrimoney' })
  const popup = await opened
  await popup.waitForURL(/\/sandbox\/pay\//)
  await payBy(popup, '0970000789')
  await expect(succeeded(page)).toBeVisible(SETTLED)

  // The number of a new person may be of a network that is proposed before the last one.
  await page.route('**/api/payments/channels/*', async (route) => {
    const answer = await route.fetch()
    const { channels: offered } = (await answer.json()) as { channels: object[] }
    await route.fulfill({ json: { channels: offered.map((one) => ({ ...one, is_suggested: false })) } })
  })
  await visit(`/events/${event.id}`)
  await openDialog(page)
  await expect(channel(page, 'Afrimoney')).toBeChecked()
})

test('a closed channel says why, and another one is taken', async ({ page, visit, request }) => {
  await atTheTickets(page, visit, request)
  await closeChannels(page, { mpesa: "Fermé en ce moment par l'opérateur." })
  await openDialog(page)
  await expect(channel(page, 'M-Pesa')).toBeDisabled()
  await expect(channels(page).getByText("Fermé en ce moment par l'opérateur.")).toBeVisible()
  await expect(channel(page, 'Airtel Money')).toBeChecked()
  const begun = page.waitForRequest('**/api/payments/init/')
  await confirm(page).click()
  expect((await begun).postDataJSON()).toMatchObject({ channel: 'airtel' })
})

test('where none is open nothing is begun, until one opens', async ({ page, visit, request }) => {
  await page.clock.install()
  await atTheTickets(page, visit, request)
  await closeAllChannels(page)
  await openDialog(page)
  const words = channels(page).getByText(/^Aucun moyen de paiement n'est ouvert pour cette commande\./)
  await expect(words).toBeVisible()
  await expect(confirm(page)).toBeDisabled()
  await closeChannels(page, {})
  await page.clock.fastForward(15_000)
  await expect(words).toHaveCount(0)
  await expect(confirm(page)).toBeEnabled()
})
