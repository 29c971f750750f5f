// Finding an event: from the home page, by filter, by scrolling, and what happens when there is none or no network.
import type { Page } from '@playwright/test'
import { listEvents } from '../support/events.ts'
import { expect, test, toast, watchApi } from '../support/test.ts'

const NO_NETWORK = 'Problème de connexion. Vérifiez votre réseau !'
const cards = (page: Page) => page.getByRole('article')
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

test('a search on the home page lands on the list', async ({ page, visit, request }) => {
  const found = await listEvents(request, { name: 'rumba' })
  await visit('/')
  await page.getByRole('searchbox').fill('  rumba ')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/events?name=rumba')
  await expect(cards(page)).toHaveCount(found.length)
  await expect(page.getByRole('searchbox')).toHaveValue('rumba')
  await expect(page.getByRole('link', { name: 'Retirer le filtre « rumba »' })).toBeVisible()
})

test('tiles and "Voir tous" lead to the list they promise', async ({ page, visit }) => {
  await visit('/')
  await page.getByRole('region', { name: 'Catégories' }).getByRole('link', { name: 'Sports' }).click()
  await expect(page).toHaveURL('/events?category=Sports')
  await expect(title(page, 'Sports')).toBeVisible()
  await page.goBack()
  await page.getByRole('region', { name: 'Villes' }).getByRole('link', { name: 'Goma' }).click()
  await expect(page).toHaveURL('/events?town=Goma')
  await page.goBack()
  await page.getByRole('region', { name: "Aujourd'hui" }).getByRole('link', { name: 'Voir tous' }).click()
  await expect(page).toHaveURL('/events?date_range=today')
  await expect(page.getByRole('link', { name: "Retirer le filtre Aujourd'hui" })).toBeVisible()
  await page.goBack()
  await page.getByRole('region', { name: 'Ce mois-ci' }).getByRole('link', { name: 'Voir tous' }).click()
  await expect(page).toHaveURL(/\/events\?month=(\d|10|11)$/)
  await expect(page.getByRole('list', { name: 'Filtres actifs' }).getByRole('link')).toHaveCount(1)
})

test('every filter changes the address and the results', async ({ page, visit, request, isMobile }) => {
  await visit('/events')
  await page.getByLabel('Catégorie').selectOption('Concerts')
  await expect(page).toHaveURL('/events?category=Concerts')
  await expect(title(page, 'Concerts')).toBeVisible()
  await expectResults(page, await listEvents(request, { category: 'Concerts', limit: 12 }))

  await page.getByRole('link', { name: 'Retirer le filtre Concerts' }).click()
  await expect(page).toHaveURL('/events')
  await expect(page.getByLabel('Catégorie')).toHaveValue('')

  if (isMobile) await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByRole('radio', { name: 'Gratuit' }).check({ force: true })
  await expect(page).toHaveURL('/events?is_free=true')
  await expectResults(page, await listEvents(request, { is_free: 'true', limit: 12 }))
  await page.getByLabel('Date').selectOption({ label: 'Cette semaine' })
  await expect(page).toHaveURL('/events?date_range=week&is_free=true')
  await expectResults(page, await listEvents(request, { is_free: 'true', date_range: 'week', limit: 12 }))
  await page.getByLabel('Ville').selectOption('Kinshasa')
  await expect(page).toHaveURL('/events?town=Kinshasa&date_range=week&is_free=true')
  if (isMobile) {
    await page.getByRole('button', { name: /résultat/ }).click()
    await expect(page.getByLabel('Ville')).toBeHidden()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport()
  }
  await expect(page.getByRole('list', { name: 'Filtres actifs' }).getByRole('link')).toHaveCount(4)

  await page.getByRole('link', { name: 'Tout effacer' }).click()
  await expect(page).toHaveURL('/events')
  await expect(page.getByLabel('Ville')).toHaveValue('')
  if (isMobile) await page.getByRole('button', { name: 'Filtres' }).click()
  await expect(page.getByRole('radio', { name: 'Tous' })).toBeChecked()
})

test('back and forward go through the filters, and the fields follow', async ({ page, visit, isMobile }) => {
  await visit('/events')
  if (isMobile) await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByLabel('Ville').selectOption('Goma')
  await expect(title(page, 'Évènements à Goma')).toBeVisible()
  await page.getByLabel('Ville').selectOption('Likasi')
  await expect(title(page, 'Évènements à Likasi')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/events?town=Goma')
  await expect(title(page, 'Évènements à Goma')).toBeVisible()
  await expect(page.getByLabel('Ville')).toHaveValue('Goma')
  await page.goBack()
  await expect(page).toHaveURL('/events')
  await expect(page.getByLabel('Ville')).toHaveValue('')
  await page.goForward()
  await expect(page.getByLabel('Ville')).toHaveValue('Goma')
})

test('scrolling brings the next pages until the end, each event once', async ({ page, visit, request }) => {
  const all = await listEvents(request, { town: 'Lubumbashi' })
  expect(all.length).toBeGreaterThan(12)
  await visit('/events?town=Lubumbashi')
  await expect(cards(page)).toHaveCount(12)
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(all.length, { timeout: 500 })
  }).toPass()
  const links = cards(page).getByRole('link', { name: 'Participer' })
  const shown = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  expect(shown).toEqual(all.map((event) => `/events/${event.id}`))
  await expect(page.getByRole('button', { name: "Voir plus d'évènements" })).toHaveCount(0)
})

test('back from an event returns to the place in the list, without a call', async ({ page, visit }) => {
  await visit('/events')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(12)
  const card = cards(page).nth(13)
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(1000)
  await card.getByRole('link', { name: 'Participer' }).click()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const calls = watchApi(page)
  await page.goBack()
  await expect(page).toHaveURL('/events')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 200)
  await expect(card).toBeInViewport()
  expect(calls).toEqual([])
})

test('a press on the picture opens the event', async ({ page, visit }) => {
  await visit('/events')
  const card = cards(page).first()
  const address = await card.getByRole('link', { name: 'Participer' }).getAttribute('href')
  // Whatever lies above the picture takes the press.
  await card.locator('img').first().click({ force: true })
  await expect(page).toHaveURL(address ?? '')
})

test('nothing found says so and leads on', async ({ page, visit }) => {
  await visit('/events?name=zzzzzz')
  await expect(page.getByText('Aucun évènement trouvé.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Voir tous les évènements' }).click()
  await expect(page).toHaveURL('/events')
  await expect(cards(page).first()).toBeVisible()
})

test('while the answer is on its way three skeletons stand in', async ({ page, visit }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/events/?*', async (route) => {
    await held
    await route.continue()
  })
  await visit('/')
  await page.getByRole('region', { name: 'Villes' }).getByRole('link', { name: 'Likasi' }).click()
  await expect(title(page, 'Évènements à Likasi')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Chargement en cours…' })).toBeAttached()
  await expect(page.locator('main li[aria-hidden=true]')).toHaveCount(3)
  answer()
  await expect(cards(page).first()).toContainText('Likasi')
})

test('without network: toast, sentence, and "Réessayer" that works', async ({ page, visit, isMobile }) => {
  await visit('/events')
  await page.route('**/api/**', (route) => route.abort())
  if (isMobile) await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByLabel('Ville').selectOption('Kolwezi')
  await expect(toast(page, NO_NETWORK)).toBeVisible()
  // Neither the menu nor the avatar is covered.
  const header = await page.getByRole('banner').boundingBox()
  const note = await toast(page, NO_NETWORK).boundingBox()
  expect(note?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  await expect(page.getByRole('alert').getByText("Les évènements n'ont pas pu être chargés.")).toBeVisible()
  await page.getByRole('button', { name: 'Fermer la notification' }).click()
  await expect(toast(page, NO_NETWORK)).toHaveCount(0)

  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(cards(page).first()).toContainText('Kolwezi')
})

test('a failed next page keeps what is there, and can be asked for again', async ({ page, visit }) => {
  await page.route('**/api/events/?*page=2*', (route) =>
    route.fulfill({ status: 500, json: { detail: 'x' } }),
  )
  await visit('/events')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(toast(page, 'Erreur interne du serveur. Réessayez plus tard.')).toBeVisible()
  await expect(cards(page)).toHaveCount(12)
  await page.unroute('**/api/events/?*page=2*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(cards(page).nth(12)).toBeVisible()
})

async function expectResults(page: Page, events: { name: string }[]): Promise<void> {
  // Later pages may have come already: the first one is what the API answered.
  const names = cards(page).getByRole('heading')
  await expect
    .poll(async () => (await names.allTextContents()).slice(0, events.length))
    .toEqual(events.map((event) => event.name))
}
