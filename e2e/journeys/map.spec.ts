// The map of events: moved by hand, keys and shortcuts, with a list that always tells the same.
import type { Page } from '@playwright/test'
import { listEvents } from '../support/events.ts'
import { expect, test, watchApi } from '../support/test.ts'

const map = (page: Page) => page.getByRole('application', { name: 'Carte des évènements' })
const list = (page: Page) => page.getByRole('region', { name: 'Évènements de la carte' })
const count = async (page: Page) =>
  Number.parseInt((await list(page).getByRole('heading').textContent()) ?? '', 10)

test('arrives whole, without a call and without foreign servers', async ({ page, visit, baseURL }) => {
  const calls = watchApi(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}`)) foreign.push(request.url())
  })
  await visit('/card')
  await expect(map(page).getByRole('button').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  expect(foreign).toEqual([])
})

test('a town fills the map, and the list follows', async ({ page, visit }) => {
  await visit('/card')
  const all = await count(page)
  await page.getByRole('button', { name: 'Goma', exact: true }).click()
  await expect(list(page).getByRole('heading')).toContainText('dans cette zone')
  // On the way there the map crosses land where nothing happens: all three hold once it has arrived.
  await expect(async () => {
    const events = list(page).getByRole('listitem')
    await expect(events.filter({ hasText: 'Goma' }).first()).toBeVisible({ timeout: 600 })
    await expect(events.filter({ hasNotText: 'Goma' })).toHaveCount(0, { timeout: 600 })
    expect(await count(page)).toBeLessThan(all)
  }).toPass()
  await page.getByRole('button', { name: 'Tout le pays' }).click()
  await expect(list(page).getByRole('heading')).toHaveText(`${all} évènements à venir`)
})

test('clusters part until an event opens, and its card leads to it', async ({ page, visit }) => {
  await visit('/card')
  const popup = page.getByRole('dialog')
  await expect(async () => {
    const clusters = map(page).getByRole('button', { name: /évènements à/ })
    if (await clusters.count()) await clusters.first().click()
    else await map(page).getByRole('button').first().click()
    await expect(popup).toBeVisible({ timeout: 600 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await list(page)
    .getByRole('button', { name: /^Montrer sur la carte/ })
    .first()
    .click()
  await popup.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/events\/\d+$/)
})

test('wheel and keys move it', async ({ page, visit, isMobile }) => {
  test.skip(isMobile, 'a mouse and a keyboard')
  await visit('/card')
  const all = await count(page)
  await map(page).hover({ position: { x: 30, y: 30 } })
  await page.mouse.wheel(0, -1500)
  await expect(list(page).getByRole('heading')).toContainText('dans cette zone')
  await map(page).focus()
  await page.keyboard.press('0')
  await expect(list(page).getByRole('heading')).toHaveText(`${all} évènements à venir`)
  for (let press = 0; press < 5; press++) await page.keyboard.press('+')
  await expect(list(page).getByRole('heading')).toContainText('dans cette zone')
})

test('a finger drags it, two fingers pinch it', async ({ page, visit, isMobile }) => {
  test.skip(!isMobile, 'a touch screen')
  await visit('/card')
  const box = await map(page).boundingBox()
  if (!box) throw new Error('the map is not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })

  await touch('touchStart', { x: x - 15, y }, { x: x + 15, y })
  for (let step = 20; step <= 150; step += 10)
    await touch('touchMove', { x: x - step, y }, { x: x + step, y })
  await touch('touchEnd')
  await expect(list(page).getByRole('heading')).toContainText('dans cette zone')

  await page.getByRole('button', { name: 'Kinshasa', exact: true }).click()
  await expect(list(page).getByRole('listitem').filter({ hasNotText: 'Kinshasa' })).toHaveCount(0)
  await touch('touchStart', { x: x - 100, y })
  for (let step = -90; step <= 150; step += 20) await touch('touchMove', { x: x + step, y })
  await touch('touchEnd')
  await expect(list(page).getByText('Aucun évènement trouvé.')).toBeVisible()
})

test('near me: nearest first', async ({ page, visit, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -11.66, longitude: 27.48 })
  await visit('/card')
  await page.getByRole('button', { name: 'Près de moi' }).click()
  const first = list(page).getByRole('listitem').first()
  await expect(first).toContainText('Lubumbashi')
  await expect(first).toContainText(/\d (m|km)/)
})

test('near me, refused: says what to do instead', async ({ page, visit }) => {
  await visit('/card')
  await page.getByRole('button', { name: 'Près de moi' }).click()
  await expect(page.getByText(/^Votre position n'est pas partagée\./)).toContainText('Choisissez une ville')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the list and the drawing are there, the filters a plain form', async ({ page, request }) => {
    const [event] = await listEvents(request, { town: 'Goma' })
    await page.goto('/card')
    await page.getByLabel('Ville').selectOption('Goma')
    await page.getByRole('button', { name: 'Appliquer' }).click()
    await expect(page).toHaveURL(/town=Goma/)
    await expect(map(page).locator('svg')).toBeVisible()
    await list(page)
      .getByRole('link', { name: new RegExp(event?.name ?? '') })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: event?.name })).toBeVisible()
  })
})
