// The event page once it is alive: tabs, tickets, description, sharing, failure.
import type { Page } from '@playwright/test'
import { freeEvent, listEvents, paidEvent } from '../support/events.ts'
import { expect, test, toast } from '../support/test.ts'

test('the link is copied, whole', async ({ page, visit, request, context, serverUrl }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const event = await paidEvent(request)
  await visit(`/events/${event.id}`)
  await page.getByRole('tab', { name: 'Partager' }).click()
  const url = `${serverUrl}/events/${event.id}`
  const link = page.getByLabel("Lien de l'évènement")
  await expect(link).toHaveValue(url)
  await expect(link).not.toBeEditable()
  await page.getByRole('button', { name: 'Copier' }).click()
  await expect(toast(page, 'Lien copié dans le presse-papiers !')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
})

test('the networks get the address, X and WhatsApp the words too', async ({
  page,
  visit,
  request,
  serverUrl,
}) => {
  const event = await paidEvent(request)
  const url = `${serverUrl}/events/${event.id}`
  const words = `Découvrez cet événement: ${event.name}`
  await visit(`/events/${event.id}`)
  await page.getByRole('tab', { name: 'Partager' }).click()
  expect(await target(page, 'Facebook')).toMatchObject({ host: 'www.facebook.com', u: url })
  expect(await target(page, 'X')).toMatchObject({ host: 'x.com', url, text: words })
  const whatsApp = await target(page, 'WhatsApp')
  expect(whatsApp).toMatchObject({ host: 'wa.me' })
  expect(whatsApp.text).toContain(words)
  expect(whatsApp.text).toContain(url)
})

test('the tabs are one stop, moved by arrows', async ({ page, visit, request }) => {
  const event = await paidEvent(request)
  await visit(`/events/${event.id}`)
  const tickets = page.getByRole('tab', { name: 'Billets' })
  const share = page.getByRole('tab', { name: 'Partager' })
  await expect(page.getByRole('tabpanel', { name: 'Billets' })).toContainText(event.ttype[0]?.label ?? '')
  await tickets.focus()
  await page.keyboard.press('ArrowRight')
  await expect(share).toBeFocused()
  await expect(share).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Partager' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Billets' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(tickets).toBeFocused()
})

test('the bar at the thumb leads to the tickets', async ({ page, visit, request, isMobile }) => {
  test.skip(!isMobile, 'phones only')
  const event = await paidEvent(request)
  await visit(`/events/${event.id}`)
  await page.getByRole('tab', { name: 'Partager' }).click()
  const bar = page.getByRole('link', { name: /^(Choisir un billet|Voir les billets)$/ })
  await expect(bar).toBeInViewport()
  await bar.click()
  await expect(page.getByRole('tabpanel', { name: 'Billets' })).toBeInViewport()
})

test('once a ticket is chosen the bar pays it, and steps aside for the button', async ({
  page,
  visit,
  request,
  isMobile,
}) => {
  test.skip(!isMobile, 'phones only')
  const event = await paidEvent(request)
  await visit(`/events/${event.id}`)
  await page.getByRole('radio', { disabled: false }).first().locator('..').click()
  await page.getByRole('button', { name: 'Un billet de plus' }).click()
  const pay = page.getByRole('button', { name: /^Payer / })
  const proceed = page.getByRole('button', { name: 'Procéder au paiement' })
  await proceed.scrollIntoViewIfNeeded()
  await expect(pay).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(proceed).not.toBeInViewport()
  await expect(pay).toBeInViewport()
  await expect(page.getByText(/^2 × /)).toBeVisible()
  await pay.click()
  // Nobody is signed in: the choice is kept meanwhile.
  await expect(page).toHaveURL(/\/login\?redirect=.*quantity/)
})

test('a free event needs no ticket', async ({ page, visit, request }) => {
  const event = await freeEvent(request)
  await visit(`/events/${event.id}`)
  await expect(page.getByRole('main').getByText('Gratuit', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Aucun billet disponible', { exact: true })).toBeVisible()
  await expect(
    page.getByText("Cet événement ne nécessite pas de billet d'entrée", { exact: true }),
  ).toBeVisible()
})

test('an event of several days says until when', async ({ page, visit, request }) => {
  const event = (await listEvents(request)).find((one) => one.ended_at)
  await visit(`/events/${event?.id}`)
  await expect(page.getByText(/^au \p{L}+ \d/u)).toBeVisible()
})

test('a failed load says so, and can be tried again', async ({ page, visit, request }) => {
  const event = await paidEvent(request)
  await visit(`/events?name=${encodeURIComponent(event.name)}`)
  await page.route(`**/api/events/${event.id}/`, (route) => route.abort())
  await page.getByRole('article').getByRole('link', { name: 'Participer' }).first().click()
  const sentence = page.getByText("Erreur lors du chargement des détails de l'événement.", { exact: true })
  await expect(sentence).toBeVisible()
  await page.unroute(`**/api/events/${event.id}/`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
})

test('an event that is not there has words and a way on', async ({ page, visit }) => {
  await visit('/events/1')
  await expect(page.getByText('Cet évènement est introuvable.')).toBeVisible()
  await page.getByRole('link', { name: 'Voir tous les évènements' }).click()
  await expect(page).toHaveURL('/events')
})

/** Where a share link leads: its host and its parameters. */
async function target(page: Page, name: string): Promise<Record<string, string>> {
  const link = page.getByRole('tabpanel').getByRole('link', { name, exact: true })
  const url = new URL((await link.getAttribute('href')) ?? '')
  return { host: url.host, ...Object.fromEntries(url.searchParams) }
}
