// /pay/…: our own page for providers that only ring telephones. Plain HTML: it asks for a number, rings once, waits.
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { newPerson } from '../support/accounts.ts'
import { SETTLED } from '../support/buying.ts'
import { createEvent } from '../support/events.ts'
import { succeeded } from '../support/payment-dialog.ts'
import * as paying from '../support/provider-test.ts'
import { atTheFrancs, FRANCS, PAGES, payThere, test, toTheProvider, type } from '../support/provider-test.ts'
import { expect } from '../support/test.ts'

const { address, field } = PAGES.flexpay

test.use({ provider: 'flexpay' })

/** The page of a payment that somebody has just begun. */
async function pageToPay(request: APIRequestContext): Promise<string> {
  const ttype = JSON.stringify([{ label: 'Debout', nbr_max: 50, ...FRANCS }])
  const event = await createEvent(request, await newPerson(request), { ttype })
  const { access } = await newPerson(request)
  const order = { ticket_type_id: String(event.ttype[0]?.id), quantity: 1, currency: 'CDF', channel: 'mpesa' }
  const headers = { Authorization: `Bearer ${access}` }
  const begun = await request.post('/api/payments/init/', { headers, data: order })
  expect(begun.ok(), await begun.text()).toBe(true)
  return ((await begun.json()) as { payment_url: string }).payment_url
}

test('a number is corrected before anything rings', async ({ page, visit, request, simulator }) => {
  await atTheFrancs(page, visit, request)
  const popup = await toTheProvider(page, address)
  await type(popup, field, '0703456789')
  await expect(popup.getByRole('alert')).toHaveText(/n'est pas d'un réseau connu/)
  await expect(popup.getByLabel(field)).toHaveValue('0703456789')
  expect(await simulator.calls('mobile')).toBe(0)
  await payThere(popup, field, paying.PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
  expect(await simulator.calls('mobile')).toBe(1)
})

test('a double tap rings once', async ({ page, request, simulator }) => {
  await page.goto(await pageToPay(request))
  await page.getByLabel(field).fill(paying.ASKED)
  await page.getByRole('button', { name: 'Envoyer la demande' }).dblclick()
  await expect(page.getByText('Confirmez sur votre téléphone')).toBeVisible()
  await page.goBack()
  await page.goForward()
  expect(await simulator.calls('mobile')).toBe(1)
  expect(await simulator.read('prompts')).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('one types, confirms on the telephone, and comes back', async ({ page, request, simulator }) => {
    await page.goto(await pageToPay(request))
    await type(page, field, '081')
    await expect(page.getByRole('alert')).toBeVisible()
    await type(page, field, paying.ASKED)
    await expect(page.getByText('Confirmez sur votre téléphone')).toBeVisible()
    await simulator.enterPin()
    await page.waitForURL(/\/payments\/return\?payment_id=/)
    expect(await simulator.calls('mobile')).toBe(1)
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`every face of it can be used by everybody: ${theme}`, async ({ page, request, simulator }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const paid = await pageToPay(request)
    await page.goto(paid)
    await expectAccessible(page)
    await type(page, field, '081')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await type(page, field, paying.ASKED)
    await expect(page.getByText('Confirmez sur votre téléphone')).toBeVisible()
    await expectAccessible(page)
    await simulator.enterPin()
    await page.waitForURL(/\/payments\/return\?payment_id=/)
    await expectAccessible(page)
    await page.goto(new URL('/pay/nobody', paid).href)
    await expectAccessible(page)
  })
}
