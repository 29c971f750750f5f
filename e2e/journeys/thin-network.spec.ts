// A phone that pays for each kilobyte, in a town where the network comes and goes: what was opened is not downloaded
// again, and stays readable without network.
import type { Page } from '@playwright/test'
import { newPerson } from '../support/accounts.ts'
import { createEvent } from '../support/events.ts'
import { expect, takenOver, test } from '../support/test.ts'

/** What a second look at a page may cost. */
const REPEATED = 20_000

const note = (page: Page) => page.getByText(/^Enregistré .+ · sans connexion$/)
const firstEvent = (page: Page) => page.locator('main article').first().getByRole('heading').getByRole('link')

function keptPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await (await caches.open('kept-pages')).keys()
    return kept.map(({ url }) => new URL(url).pathname)
  })
}

async function see(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await takenOver(page)
  await page.waitForLoadState('networkidle')
  await expect.poll(() => keptPages(page)).toContain(new URL(address).pathname)
}

test('a page that was seen costs little when it is seen again, also when it has changed', async ({
  page,
  request,
  network,
}) => {
  const organiser = await newPerson(request)
  const event = await createEvent(request, organiser, {})
  const pages = ['/', '/events', `/events/${event.id}`].map((path) => network.url + path)
  for (const address of pages) await see(page, address)
  const cost = async (address: string) => {
    const before = network.received()
    await see(page, address)
    return network.received() - before
  }
  for (const address of pages) expect(await cost(address), `${address} again`).toBeLessThan(REPEATED)
  await createEvent(request, organiser, {})
  for (const address of pages) expect(await cost(address), `${address} changed`).toBeLessThan(REPEATED)
})

test('lists and events that were opened are read without network, with their age, until it is back', async ({
  page,
  context,
  network,
}) => {
  await see(page, `${network.url}/events`)
  const link = firstEvent(page)
  const name = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const { pathname } = new URL(page.url())
  await expect.poll(() => keptPages(page)).toContain(pathname)

  network.goDown()
  await context.setOffline(true)
  await page.goto(`${network.url}/events`)
  await expect(note(page)).toBeVisible()
  await takenOver(page)
  await firstEvent(page).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(note(page)).toBeVisible()

  // What was never opened: there is something else to read.
  await page.goto(`${network.url}/about`)
  await expect(page.getByRole('heading', { name: 'Vous êtes hors connexion' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mes billets' })).toHaveCount(0)
  await page.getByRole('link', { name }).click()
  await expect(note(page)).toBeVisible()

  network.heal()
  await context.setOffline(false)
  await expect(note(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the page that says there is no network opens what was asked for when it is back', async ({
  page,
  context,
  network,
}) => {
  await see(page, `${network.url}/events`)
  network.goDown()
  await context.setOffline(true)
  await page.goto(`${network.url}/about`)
  const retry = page.getByRole('link', { name: 'Réessayer' })
  await retry.click()
  await expect(retry).toBeVisible()
  network.heal()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Vous êtes hors connexion')
  await expect(page).toHaveURL(/\/about$/)
})

test('a page of an earlier build reads without its scripts', async ({ page, context, network }) => {
  await see(page, `${network.url}/events`)
  await page.evaluate(async () => {
    const cache = await caches.open('kept-pages')
    const kept = await cache.match('/events')
    const html = (await kept?.text())?.replaceAll(/\/assets\/[^"]+\.js/g, '/assets/gone.js')
    await cache.put('/events', new Response(html, { headers: kept?.headers }))
  })
  network.goDown()
  await context.setOffline(true)
  await page.goto(`${network.url}/events`)
  await expect(note(page)).toBeVisible()
  await expect(page.locator('main article').first()).toBeVisible()
  await expect(firstEvent(page)).toHaveAttribute('href', /^\/events\/\d+$/)
})

test('who saves data is asked before more is loaded, and nothing is fetched for later', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await visit('/events')
  const entries = page.locator('main article')
  const more = page.getByRole('button', { name: "Voir plus d'évènements" })
  await more.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await expect(entries).toHaveCount(12)
  await more.click()
  await expect(entries).toHaveCount(24)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
