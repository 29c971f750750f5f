// The other endings of a payment: too little money, no answer, a late answer, a window that never opened, a network or
// a page that went away meanwhile. Nobody pays and gets neither tickets nor money; nobody is left without a word.
import type { APIRequestContext, Page } from '@playwright/test'
import { PASSWORD } from '../support/accounts.ts'
import { atTheTickets, payBy, SETTLED, toThePaymentPage } from '../support/buying.ts'
import type { Event } from '../support/events.ts'
import {
  dialog,
  failed,
  letTimeRunOut,
  notice,
  paymentLink,
  succeeded,
  timer,
} from '../support/payment-dialog.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

/** "Mes billets" looks at what is under way every ten seconds. */
const LOOKED_AT = { timeout: 30_000 }

const PAYS = '0970000789'
const REFUSES = '0970000039'
const LACKS_MONEY = '0970000049'
const NEVER_ANSWERS = '0970000129'

const tickets = (page: Page, event: Event) => page.getByRole('button', { name: event.name })

async function left(request: APIRequestContext, event: Event): Promise<number> {
  const { ttype } = await (await request.get(`/api/events/${event.id}/`)).json()
  return ttype[0].available_tickets
}

/** The organiser puts only so many on sale. */
async function sellOnly(request: APIRequestContext, event: Event, places: number): Promise<void> {
  const credentials = { query: event.owner.username, password: PASSWORD }
  const { access } = await (await request.post('/api/login/', { data: credentials })).json()
  const answer = await request.post(`/api/events/${event.id}/tickets/`, {
    headers: { Authorization: `Bearer ${access}` },
    data: event.ttype.map((type) => ({ ...type, nbr_max: places })),
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** From another telephone: nothing of this browser is needed for it. */
async function payElsewhere(request: APIRequestContext, address: string, phone: string): Promise<void> {
  const answer = await request.post(address, { form: { phone }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

test('too little money is said, and nothing is taken', async ({ page, visit, request }) => {
  const event = await atTheTickets(page, visit, request)
  await payBy(await toThePaymentPage(page, 2, /20\s*USD/), LACKS_MONEY)
  await expect(failed(page)).toBeVisible(SETTLED)
  await expect(dialog(page).getByText('Solde insuffisant.', { exact: true })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await left(request, event)).toBe(50)
  await visit('/dash/tickets')
  await expect(notice(page, 'Paiement échoué')).toBeVisible()
  await expect(page.getByText(/^Solde insuffisant\./)).toBeVisible()
})

test('without an answer the countdown ends in failure, and the payment stays in sight', async ({
  page,
  visit,
  request,
}) => {
  await page.clock.install()
  await atTheTickets(page, visit, request)
  await payBy(await toThePaymentPage(page, 1, /10\s*USD/), NEVER_ANSWERS)
  await letTimeRunOut(page)
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await visit('/dash/tickets')
  await expect(notice(page, 'Paiement en cours')).toBeVisible()
})

test('money that comes after the countdown still brings the tickets', async ({ page, visit, request }) => {
  await page.clock.install()
  const event = await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 2, /20\s*USD/)
  await letTimeRunOut(page)
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await payBy(popup, PAYS)
  await visit('/dash/tickets')
  await expect(tickets(page, event)).toHaveCount(2, LOOKED_AT)
  await expect(notice(page, 'Paiement en cours')).toHaveCount(0)
  expect(await left(request, event)).toBe(48)
})

test('a dialog that gave up takes it back when the money comes after all', async ({
  page,
  visit,
  request,
}) => {
  await page.clock.install()
  await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 1, /10\s*USD/)
  await letTimeRunOut(page)
  await payBy(popup, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
})

test('money that comes when the places are gone goes back', async ({ page, visit, request }) => {
  await page.clock.install()
  const event = await atTheTickets(page, visit, request)
  await sellOnly(request, event, 2)
  const popup = await toThePaymentPage(page, 2, /20\s*USD/)
  const firstPayment = popup.url()
  await letTimeRunOut(page)

  // The first is paid in the very moment in which the second try takes its places and the provider's window over.
  await page.route('**/api/payments/init/', async (route) => {
    await payElsewhere(request, firstPayment, PAYS)
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  await popup.waitForURL((address) => /\/sandbox\/pay\//.test(address.href) && address.href !== firstPayment)
  await payBy(popup, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
  expect(await left(request, event)).toBe(0)

  await visit('/dash/tickets')
  await expect(notice(page, /^Rembours/)).toBeVisible(LOOKED_AT)
  await expect(tickets(page, event)).toHaveCount(2)
})

test('a page that another try took the place of is closed', async ({ page, visit, request, context }) => {
  await page.clock.install()
  await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 1, /10\s*USD/)
  const firstPayment = popup.url()
  await letTimeRunOut(page)
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  await popup.waitForURL((address) => /\/sandbox\/pay\//.test(address.href) && address.href !== firstPayment)
  const again = await context.newPage()
  await again.goto(firstPayment)
  await expect(again.getByRole('heading').first()).toBeVisible()
  await expect(again.getByLabel(/téléphone/i)).toHaveCount(0)
})

test('a window that the browser blocks leaves a link, and the link works', async ({
  page,
  visit,
  request,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await atTheTickets(page, visit, request)
  await page.getByText('Debout', { exact: true }).click()
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  await page.getByRole('button', { name: 'Confirmer et payer' }).click()
  await expect(dialog(page).getByText("La page de paiement ne s'est pas ouverte.")).toBeVisible()
  const opened = page.waitForEvent('popup')
  await paymentLink(page).click()
  await payBy(await opened, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
})

test('a window closed too early can be opened again', async ({ page, visit, request }) => {
  await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 1, /10\s*USD/)
  await expect(paymentLink(page)).toHaveCount(0)
  await popup.close()
  const opened = page.waitForEvent('popup')
  await paymentLink(page).click()
  await payBy(await opened, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
})

test('a network that goes away and comes back changes nothing', async ({ page, visit, request, context }) => {
  await page.clock.install()
  await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 1, /10\s*USD/)
  await context.setOffline(true)
  await payElsewhere(request, popup.url(), PAYS)
  const unanswered = page.waitForEvent('requestfailed')
  await page.clock.fastForward(20_000)
  await unanswered
  await expect(timer(page)).toHaveText(/^\d:\d\d$/)
  await expect(toast(page, 'Problème de connexion. Vérifiez votre réseau !')).toHaveCount(0)

  await context.setOffline(false)
  await expect(succeeded(page)).toBeVisible(SETTLED)
})

test('a countdown that ends without network leaves its dialog, and trying again pays once', async ({
  page,
  visit,
  request,
  context,
}) => {
  await page.clock.install()
  const event = await atTheTickets(page, visit, request)
  await toThePaymentPage(page, 1, /10\s*USD/)
  const keys: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/payments/init/')) keys.push(sent.headers()['idempotency-key'])
  })
  await context.setOffline(true)
  const readInVain = page.waitForEvent('requestfailed', (sent) =>
    sent.url().endsWith(`/api/events/${event.id}/`),
  )
  await letTimeRunOut(page)
  await readInVain
  const warning = dialog(page).getByText(/ne payez pas une seconde fois/)
  await expect(warning).toBeVisible()
  const again = dialog(page).getByRole('button', { name: 'Réessayer' })
  await again.click()
  await expect(toast(page, "Impossible d'initialiser le paiement")).toBeVisible()
  await expect(warning).toBeVisible()

  await context.setOffline(false)
  const opened = page.waitForEvent('popup')
  await again.click()
  const popup = await opened
  await popup.waitForURL(/\/sandbox\/pay\//)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  await payBy(popup, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
  expect(await left(request, event)).toBe(49)
  await dialog(page).getByRole('link', { name: 'Mes billets' }).click()
  await expect(tickets(page, event)).toHaveCount(1)
})

test('a page reloaded meanwhile finds its payment again', async ({ page, visit, request }) => {
  await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 1, /10\s*USD/)
  await page.reload()
  await takenOver(page)
  await expect(dialog(page).getByText('En attente de confirmation du paiement...')).toBeVisible()
  await expect(timer(page)).toHaveText(/^[01]:\d\d$/)
  await expect(paymentLink(page)).toBeVisible()
  // The provider's window is still there, and still tells this page that it is done.
  await payBy(popup, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
})

test('a dialog closed too early: the payment and its tickets are in "Mes billets"', async ({
  page,
  visit,
  request,
}) => {
  const event = await atTheTickets(page, visit, request)
  const popup = await toThePaymentPage(page, 1, /10\s*USD/)
  await dialog(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(
    toast(page, "Le paiement n'est pas terminé : son issue sera dans « Mes billets »."),
  ).toBeVisible()
  await visit('/dash/tickets')
  await expect(notice(page, 'Paiement en cours')).toBeVisible()
  await expect(paymentLink(page)).toBeVisible()
  await payElsewhere(request, popup.url(), PAYS)
  await expect(tickets(page, event)).toHaveCount(1, LOOKED_AT)
  await expect(notice(page, 'Paiement en cours')).toHaveCount(0)
})

test('after a refusal another try succeeds, and sells once', async ({ page, visit, request }) => {
  const event = await atTheTickets(page, visit, request)
  await payBy(await toThePaymentPage(page, 2, /20\s*USD/), REFUSES)
  await expect(failed(page)).toBeVisible(SETTLED)
  const opened = page.waitForEvent('popup')
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  const popup = await opened
  await popup.waitForURL(/\/sandbox\/pay\//)
  await payBy(popup, PAYS)
  await expect(succeeded(page)).toBeVisible(SETTLED)
  expect(await left(request, event)).toBe(48)
  await dialog(page).getByRole('link', { name: 'Mes billets' }).click()
  await expect(tickets(page, event)).toHaveCount(2)
})
