// A tab left open over a deployment asks for files that are gone: it opens the page anew instead of breaking.
import type { Page } from '@playwright/test'
import { atTheTickets } from '../support/buying.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

// What the router says when a page's file could not be had.
test.use({ tolerated: /Cannot read properties of undefined \(reading 'component'\)/ })

/** The file of the page /events, under whatever name this build gave it. */
const EVENTS_FILE = /\/assets\/events\.index-[^/]+\.js$/

for (const [name, address, file] of [
  ['Calendrier', '/calendar', /\/assets\/calendar-[^/]+\.js$/],
  ['Carte', '/card', /\/assets\/card-[^/]+\.js$/],
] as const) {
  test(`the file of ${address} is fetched on the way there, and not before`, async ({ page, visit }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visit('/about')
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => file.test(path))).toEqual([])
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect.poll(() => asked.some((path) => file.test(path))).toBe(true)
  })
}

test('a page whose file is gone is opened anew and works', async ({ page, visit }) => {
  await visit('/login')
  // Gone until the new build's HTML has been asked for.
  let deployed = false
  await page.route(EVENTS_FILE, (route) => (deployed ? route.continue() : route.fulfill({ status: 404 })))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) deployed = true
  })

  const openedAnew = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Événements' }).click()
  await openedAnew
  await takenOver(page)
  await expect(page).toHaveURL('/events')
  await page.getByLabel('Catégorie').selectOption('Sports')
  await expect(page).toHaveURL('/events?category=Sports')
})

test('so is the event of somebody who is buying, and the choice is kept', async ({
  page,
  visit,
  request,
}) => {
  await atTheTickets(page, visit, request)
  let deployed = false
  const DIALOG = /\/assets\/payment-dialog-[^/]+\.js$/
  await page.route(DIALOG, (route) => (deployed ? route.continue() : route.fulfill({ status: 404 })))
  await page.getByText('Debout', { exact: true }).click()
  await page.getByLabel('Quantité').fill('3')
  page.on('request', (request) => {
    if (request.isNavigationRequest()) deployed = true
  })
  const openedAnew = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  await openedAnew
  await expect(page.getByLabel('Quantité')).toHaveValue('3')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  // It goes on where it was.
  await expect(page.getByRole('button', { name: 'Confirmer et payer' })).toBeVisible()
})

test("a file that stays missing is no endless loop: the server's HTML remains", async ({ page, visit }) => {
  await visit('/login')
  const opened: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname)
  })
  await page.route(EVENTS_FILE, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Événements' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(opened).toEqual(['/events'])
  await expect(page.getByRole('article')).toHaveCount(12)
})

test('merely pointing at a link to such a page does nothing', async ({ page, visit }) => {
  await visit('/login')
  await sameDocument(page)
  await page.route(EVENTS_FILE, (route) => route.fulfill({ status: 404 }))
  const asked = page.waitForResponse(EVENTS_FILE)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Événements' })
  const whetherThere: string[] = []
  page.on('request', (request) => request.method() === 'HEAD' && whetherThere.push(request.url()))
  await link.hover()
  await asked
  // What a missing file sets off has begun by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(whetherThere).toEqual([])
  expect(await isSameDocument(page)).toBe(true)
  await expect(page).toHaveURL('/login')

  // The press then opens it anew.
  await page.unroute(EVENTS_FILE)
  await link.click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('without network nothing is reloaded: the page stays and a toast tells why', async ({
  page,
  visit,
  context,
}) => {
  await visit('/login')
  await sameDocument(page)
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Événements' }).click()
  await expect(toast(page, 'Problème de connexion. Vérifiez votre réseau !')).toBeVisible()
  expect(await isSameDocument(page)).toBe(true)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

async function sameDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
}

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window)
}
