// The browser takes over the server's HTML in silence: nothing in the console, no call to the API, and then
// everything answers.
import type { Page } from '@playwright/test'
import { type Event, paidEvent } from '../support/events.ts'
import { expect, takenOver, test, watchApi } from '../support/test.ts'

// A visitor far from the Congo: dates must come from the towns' zones, not from the browser's.
test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US' })

const pages: { name: string; address: (event: Event) => string; missing?: true }[] = [
  { name: 'home', address: () => '/' },
  { name: 'event list', address: () => '/events' },
  {
    name: 'filtered list',
    address: (event) => `/events?town=${event.town}&name=${event.name.slice(0, 4)}&utm_source=x`,
  },
  { name: 'event', address: (event) => `/events/${event.id}` },
  { name: 'calendar', address: () => '/calendar?category=Concerts&utm_source=x' },
  { name: 'map', address: () => '/card?town=Goma' },
  { name: 'about', address: () => '/about' },
  { name: 'contact', address: () => '/contact' },
  { name: 'login', address: () => '/login?redirect=/dash' },
  { name: 'register', address: () => '/register' },
  { name: 'unknown event', address: () => '/events/1', missing: true },
  { name: 'not found', address: () => '/nulle/part', missing: true },
]

for (const { name, address, missing } of pages) {
  test(`${name}: taken over without a word or a call`, async ({ page, request, complaints }) => {
    const url = address(await paidEvent(request))
    const calls = watchApi(page)
    const failed: string[] = []
    page.on('requestfailed', (one) => failed.push(one.url()))
    page.on('response', (answer) => {
      if (answer.status() >= 400 && answer.request().resourceType() !== 'document') failed.push(answer.url())
    })

    await rememberServedHeading(page)
    const answer = await page.goto(url)
    expect(answer?.status()).toBe(missing ? 404 : 200)
    await takenOver(page)
    await page.waitForLoadState('networkidle')

    const kept = await page.evaluate(
      () => Reflect.get(window, 'servedHeading') === document.querySelector('h1'),
    )
    expect(kept, 'the heading is the one the server sent, not a new one').toBe(true)
    const sources = await page
      .locator('main img[fetchpriority=high]')
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src.slice(0, 5)))
    expect(new Set(sources), 'the pictures of the first screen came inside the page').toEqual(
      new Set(sources.length ? ['data:'] : []),
    )
    expect(calls).toEqual([])
    expect(failed).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('what is typed and chosen before the page is taken over counts', async ({ page }) => {
  const arriveAtUsers = await holdScripts(page)
  await page.goto('/users', { waitUntil: 'commit' })
  const search = page.getByLabel('Chercher un professionnel')
  await search.fill('trait')
  await arriveAtUsers()
  await takenOver(page)
  await expect(search).toHaveValue('trait')

  const arriveAtCalendar = await holdScripts(page)
  await page.goto('/calendar', { waitUntil: 'commit' })
  await page.getByLabel('Ville').selectOption('Goma')
  await arriveAtCalendar()
  await expect(page).toHaveURL(/town=Goma/)
  await expect(page.getByLabel('Ville')).toHaveValue('Goma')
})

test('a ticket tapped before the page is taken over is chosen', async ({ page, request }) => {
  const event = await paidEvent(request)
  const arrive = await holdScripts(page)
  await page.goto(`/events/${event.id}`, { waitUntil: 'commit' })
  const stub = page.getByRole('radio', { disabled: false }).first()
  await stub.locator('..').click()
  await arrive()
  await takenOver(page)
  await expect(page.getByRole('region', { name: 'Votre sélection' })).toBeVisible()
  await expect(stub).toBeChecked()
})

test('menus, filters and tabs answer before the page is taken over', async ({ page, request, isMobile }) => {
  const event = await paidEvent(request)
  const arrive = await holdScripts(page)
  await page.goto(`/events/${event.id}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass('dark')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Partager' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Partager' })).toBeVisible()
  await arrive()
  await takenOver(page)
  await expect(page.getByRole('tab', { name: 'Partager' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Billets' }).click()
  await expect(page.getByRole('radio').first()).toBeVisible()
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true')

  if (!isMobile) return
  const arriveAtList = await holdScripts(page)
  await page.goto('/events', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByLabel('Ville').selectOption('Goma')
  await arriveAtList()
  await expect(page).toHaveURL(/town=Goma/)
  await page.getByRole('button', { name: /résultat/ }).click()
  await expect(page.getByLabel('Ville')).toBeHidden()
})

test('what is chosen before the page is taken over goes to the till', async ({ page, request }) => {
  const event = await paidEvent(request)
  const arrive = await holdScripts(page)
  await page.goto(`/events/${event.id}`, { waitUntil: 'commit' })
  const early = page.getByRole('region', { name: 'Votre sélection' })
  await expect(early).toBeHidden()
  await page.getByRole('radio', { disabled: false }).first().locator('..').click()
  await early.getByLabel('Quantité').fill('2')
  await early.getByRole('button', { name: 'Procéder au paiement' }).click()
  await expect(page).toHaveURL(/ticket=\d+&quantity=2&pay=1/)
  await arrive()
  await takenOver(page)
  await expect(page.getByLabel('Quantité')).toHaveValue('2')
})

test('a page taken over answers: theme, filter, link', async ({ page, visit, isMobile }) => {
  await visit('/events')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/\bdark\b/)

  if (isMobile) await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByLabel('Ville').selectOption('Likasi')
  await expect(page).toHaveURL('/events?town=Likasi')
  await expect(page.getByRole('heading', { name: 'Évènements à Likasi' })).toBeVisible()

  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('article').first().getByRole('link', { name: 'Participer' }).click()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('another page of the same site opens without a reload, and says its name', async ({
  page,
  visit,
  request,
}) => {
  const event = await paidEvent(request)
  await visit('/')
  // What a phone's own menu shares, if it is there.
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', /\/$/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Événements' }).click()
  await expect(page).toHaveURL('/events')
  await expect(canonical).toHaveAttribute('href', /\/events$/)
  await expect(page).toHaveTitle('Évènements · Tukio')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('searchbox').fill(event.name)
  await page.getByRole('button', { name: 'Rechercher' }).click()
  await page.getByRole('link', { name: event.name, exact: true }).click()
  await expect(page).toHaveTitle(`${event.name} · Tukio`)
})

/** Keeps the first heading as the HTML parser made it, before any script of the page has run. */
function rememberServedHeading(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const heading = document.querySelector('h1')
      if (!heading) return
      observer.disconnect()
      Object.assign(window, { servedHeading: heading })
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Keeps every script back until the answer is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
