// A month of events: found by face, by day, by keyboard and without scripts, and taken along as a feed.
import type { Page } from '@playwright/test'
import { type Event, listEvents, longDate, paidEvent } from '../support/events.ts'
import { day } from '../support/organising.ts'
import { expect, test, toast, watchApi } from '../support/test.ts'

const dayLink = (page: Page, day: string) =>
  page.getByRole('grid').getByRole('link', { name: new RegExp(`^${longDate(day)},`, 'i') })
const monthOf = (event: Event) => event.started_at.slice(0, 7)

test('the screen decides which face comes first, and a press the other', async ({
  page,
  visit,
  isMobile,
}) => {
  await visit('/calendar')
  await expect(page.getByRole('grid')).toHaveCount(isMobile ? 0 : 1)
  await page
    .getByRole('navigation', { name: 'Affichage' })
    .getByRole('link', { name: isMobile ? 'Mois' : 'Agenda' })
    .click()
  await expect(page).toHaveURL(isMobile ? /view=month/ : /view=agenda/)
  await expect(page.getByRole('grid')).toHaveCount(isMobile ? 1 : 0)
})

test('a day opens its events, and back closes it', async ({ page, visit, request }) => {
  const event = await paidEvent(request)
  const sameDay = await listEvents(request, { day: event.started_at })
  await visit(`/calendar?view=month&month=${monthOf(event)}`)
  await dayLink(page, event.started_at).click()
  await expect(page).toHaveURL(new RegExp(`day=${event.started_at}`))
  const panel = page.getByRole('region', { name: new RegExp(longDate(event.started_at), 'i') })
  for (const { name } of sameDay.slice(0, 12)) {
    await expect(panel.getByRole('link', { name: new RegExp(literally(name)) }).first()).toBeVisible()
  }
  await page.goBack()
  await expect(page).not.toHaveURL(/day=/)
})

test('today is marked, and the keyboard walks the days', async ({ page, visit, isMobile }) => {
  test.skip(isMobile, 'a keyboard')
  await visit('/calendar?view=month')
  const today = page.getByRole('grid').locator('[aria-current="date"]')
  await today.focus()
  const day = await today.getAttribute('data-day')
  await page.keyboard.press('ArrowDown')
  const next = new Date(Date.parse(`${day}`) + 7 * 86_400_000).toISOString().slice(0, 10)
  await expect(page.locator(`[data-day="${next}"]`)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/)
  await expect(page.locator('[data-day]:focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/day=/)
})

test('filters narrow the month and travel with the feed', async ({ page, visit, request }) => {
  const [event] = await listEvents(request, { town: 'Goma' })
  if (!event) throw new Error('the demo has no event in Goma')
  await visit(`/calendar?view=agenda&month=${monthOf(event)}`)
  await page.getByLabel('Ville').selectOption('Goma')
  await expect(page).toHaveURL(/town=Goma/)
  const feed = page.getByLabel('Adresse du calendrier')
  await expect(feed).toHaveValue(/\/calendar\.ics\?town=Goma$/)
  await expect(page.getByRole('link', { name: "S'abonner" })).toHaveAttribute('href', /^webcal:/)
  const answer = await request.get(
    new URL(await feed.inputValue()).pathname + new URL(await feed.inputValue()).search,
  )
  expect(answer.headers()['content-type']).toContain('text/calendar')
  expect(await answer.text()).toContain('BEGIN:VCALENDAR')
})

test('the link of the feed is copied', async ({ page, visit, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit('/calendar')
  await page.getByRole('button', { name: 'Copier le lien' }).click()
  await expect(toast(page, 'Lien copié dans le presse-papiers !')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/calendar\.ics$/)
})

test('arrives whole: no call until somebody asks for more', async ({ page, visit }) => {
  const calls = watchApi(page)
  await visit('/calendar')
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('months, filters and events are plain links and a plain form', async ({ page, request }) => {
    // Not today's: it counts as past around midnight, when it is tomorrow already in Lubumbashi.
    const events = await listEvents(request, { town: 'Kinshasa' })
    const event = events.find(({ started_at }) => started_at > day(0))
    if (!event) throw new Error('the demo has no event in Kinshasa')
    await page.goto(`/calendar?view=agenda&month=${monthOf(event)}`)
    await page.getByLabel('Ville').selectOption('Kinshasa')
    await page.getByRole('button', { name: 'Appliquer' }).click()
    await expect(page).toHaveURL(/town=Kinshasa/)
    await expect(page.getByRole('main').getByText(event.name).first()).toBeVisible()
    await page.getByRole('link', { name: /^Mois suivant/ }).click()
    await expect(page).toHaveURL(/town=Kinshasa/)
    await expect(page.getByRole('link', { name: 'Télécharger' })).toHaveAttribute(
      'href',
      /^\/calendar\.ics\?town=Kinshasa$/,
    )
  })
})

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
