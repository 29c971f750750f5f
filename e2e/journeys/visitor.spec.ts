// Someone on the bus with a phone: from the home page to an event worth telling friends about.
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson } from '../support/accounts.ts'
import { createEvent, listEvents } from '../support/events.ts'
import { expect, test, toast } from '../support/test.ts'

const PAGE = 12
const cards = (page: Page) => page.getByRole('article')

test('from a category tile to the third page of free events this week, into one, back, and shared', async ({
  page,
  visit,
  request,
  context,
  serverUrl,
  isMobile,
}) => {
  test.skip(!isMobile, 'phones only')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fillThreePages(request)

  await visit('/')
  const tiles = page.getByRole('region', { name: 'Catégories' })
  await tiles.getByRole('link', { name: 'Gaming' }).click()
  await expect(page).toHaveURL('/events?category=Gaming')

  await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByText('Gratuit', { exact: true }).first().click()
  await expect(page).toHaveURL('/events?category=Gaming&is_free=true')
  await page.getByLabel('Date').selectOption({ label: 'Cette semaine' })
  await expect(page).toHaveURL('/events?category=Gaming&date_range=week&is_free=true')
  await page.getByRole('button', { name: /^Voir .*résultats$/ }).click()
  await expect(page.getByLabel('Date')).toBeHidden()

  for (const pages of [1, 2]) {
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(pages * PAGE)
    await cards(page)
      .nth(pages * PAGE - 1)
      .scrollIntoViewIfNeeded()
  }
  const card = cards(page).nth(2 * PAGE + 1)
  await card.scrollIntoViewIfNeeded()
  await expect(card).toBeInViewport()
  const name = await card.getByRole('heading').textContent()
  const place = await page.evaluate(() => scrollY)

  await card.getByRole('link', { name: 'Participer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/events?category=Gaming&date_range=week&is_free=true')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await expect(card.getByRole('heading')).toHaveText(name ?? '')
  await expect(card).toBeInViewport()

  await card.getByRole('link', { name: 'Participer' }).click()
  await page.getByRole('tab', { name: 'Partager' }).click()
  await page.getByRole('button', { name: 'Copier' }).click()
  await expect(toast(page, 'Lien copié dans le presse-papiers !')).toBeVisible()
  const { pathname } = new URL(page.url())
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${serverUrl}${pathname}`)
})

test('what others read of a page follows it: the same as after a reload', async ({
  page,
  visit,
  request,
}) => {
  const [event] = await listEvents(request, { limit: 1 })
  const tags = () =>
    page.evaluate(() =>
      [...document.head.querySelectorAll('meta, link[rel=canonical]')]
        .map((tag) => tag.outerHTML)
        .filter((tag) => /description|robots|og:|twitter:|canonical/.test(tag))
        .sort(),
    )
  await visit('/about')
  const steps = [
    {
      open: () => page.getByRole('contentinfo').getByRole('link', { name: 'Événements' }).click(),
      at: '/events',
    },
    {
      open: () => cards(page).first().getByRole('link', { name: 'Participer' }).click(),
      at: `/events/${event?.id}`,
    },
    {
      open: () => page.getByRole('contentinfo').getByRole('link', { name: 'Prestataires' }).click(),
      at: '/users',
    },
    {
      open: () => cards(page).first().getByRole('link', { name: 'Voir profil' }).click(),
      at: /\/users\/\d+$/,
    },
    {
      open: () => page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click(),
      at: '/about',
    },
  ]
  for (const { open, at } of steps) {
    await open()
    await expect(page).toHaveURL(at)
    await page.waitForLoadState('networkidle')
    const moved = await tags()
    await visit(page.url())
    expect(moved).toEqual(await tags())
  }
})

test('what is trending goes on by itself, and stops when asked', async ({ page, visit, isMobile }) => {
  test.skip(!isMobile, 'phones only')
  await visit('/')
  const trending = page.getByRole('region', { name: 'Tendances' })
  const scrolled = () => trending.getByRole('list').evaluate((rail) => rail.scrollLeft)
  expect(await scrolled()).toBe(0)
  await expect.poll(scrolled).toBeGreaterThan(100)

  await trending.getByRole('button', { name: 'Tendances : arrêter le défilement' }).click()
  await expect(trending.getByRole('button', { name: 'Tendances : reprendre le défilement' })).toBeVisible()
})

test('three, four or six tiles stand side by side, by width', async ({ page, visit, isMobile }) => {
  test.skip(isMobile, 'a window of any width')
  await visit('/')
  for (const [width, tiles] of [
    [767, 3],
    [768, 4],
    [1279, 4],
    [1280, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of ['Catégories', 'Villes']) {
      const rail = page.getByRole('region', { name }).getByRole('list')
      const wholeTiles = () =>
        rail.evaluate((list) =>
          Math.floor(list.clientWidth / (list.firstElementChild as HTMLElement).offsetWidth),
        )
      await expect.poll(wholeTiles, { message: `${name} at ${width}` }).toBe(tiles)
    }
  }
})

test('who wants no motion sees none, and no button to stop it', async ({ page, visit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit('/')
  const trending = page.getByRole('region', { name: 'Tendances' })
  await expect(trending.getByRole('article').first()).toBeVisible()
  await expect(trending.getByRole('button', { name: /défilement/ })).toHaveCount(0)
})

/** Free events of one category tonight, late and in one town: other journeys' first pages stay as they were. */
async function fillThreePages(request: APIRequestContext): Promise<void> {
  const filters = { category: 'Gaming', is_free: 'true', date_range: 'week' }
  const missing = 3 * PAGE - (await listEvents(request, filters)).length
  const organiser = await newPerson(request)
  for (let number = 1; number <= missing; number++) {
    await createEvent(request, organiser, { name: `Tournoi du soir ${number}`, category: 'Gaming' })
  }
}
