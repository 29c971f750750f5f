// Everything a visitor needs is in the HTML: these journeys run without JavaScript.
import { freeEvent, listEvents, longDate, paidEvent } from '../support/events.ts'
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false })

test('an event page reads from top to bottom', async ({ page, request }) => {
  const event = await paidEvent(request)
  await page.goto(`/events/${event.id}`)

  await expect(page).toHaveTitle(`${event.name} · Tukio`)
  await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(new RegExp(longDate(event.started_at), 'i'))
  await expect(main).toContainText(event.hour)
  await expect(main).toContainText(event.town)
  await expect(main).toContainText(event.address)
  await expect(main).toContainText(`Organisé par ${event.owner.username}`)
  for (const type of event.ttype) {
    const ticket = main.getByRole('listitem').filter({ hasText: type.label })
    await expect(ticket).toContainText(`${type.price.toLocaleString('fr-FR')} ${type.devise}`)
  }
  for (const paragraph of event.description?.split('\n\n') ?? []) {
    await expect(main.getByText(paragraph)).toBeVisible()
  }
})

test('a free event says so, and that no ticket is needed', async ({ page, request }) => {
  const event = await freeEvent(request)
  await page.goto(`/events/${event.id}`)
  await expect(page.getByText('Aucun billet disponible')).toBeVisible()
  await expect(page.getByText("Cet événement ne nécessite pas de billet d'entrée")).toBeVisible()
})

test('what needs a script says so, and what does not says nothing', async ({ page, request }) => {
  // By its place: text inside <noscript> is not looked for.
  const sentence = page.locator('#root + noscript > p')
  for (const shell of [
    '/reset-password?token=x',
    '/verify-email?token=x',
    '/invitations/x',
    '/dash/tickets',
  ]) {
    await page.goto(shell)
    await expect(sentence).toBeVisible()
  }
  const event = await paidEvent(request)
  await page.goto(`/events/${event.id}`)
  await expect(sentence).toBeHidden()
  await expect(page.getByRole('tabpanel').locator('noscript > p')).toBeVisible()
  await page.goto(`/events/${(await freeEvent(request)).id}`)
  await expect(page.getByRole('link', { name: 'Partager', exact: true })).toBeHidden()
})

test('what needs a script is not offered', async ({ page, request }) => {
  const event = await paidEvent(request)
  await page.goto(`/events/${event.id}`)
  for (const name of ['Copier', 'Envoyer', 'Toggle theme', 'Lire la suite']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('tab')).toHaveCount(0)
  // Without a script the page doesn't know its own site, and a share link would lead nowhere.
  await expect(page.getByRole('main').getByRole('link', { name: 'Facebook' })).toHaveCount(0)
})

test('the side menu opens by itself', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'phones only')
  await page.goto('/')
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  await menu.getByRole('link', { name: 'Calendrier' }).click()
  await expect(page).toHaveURL('/calendar')
})

test('the list shows its first page, and its links work', async ({ page, request }) => {
  const [event] = await listEvents(request, { limit: 12 })
  await page.goto('/events')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(12)
  await expect(cards.first()).toContainText(event?.town ?? '')
  await cards.first().getByRole('link', { name: 'Participer' }).click()
  await expect(page).toHaveURL(`/events/${event?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: event?.name })).toBeVisible()
})

test('the filters are a plain form', async ({ page, request, isMobile }) => {
  const found = await listEvents(request, { town: 'Goma', is_free: 'true', limit: 12 })
  await page.goto('/events')
  if (isMobile) await page.getByRole('button', { name: 'Filtres' }).click()
  await page.getByLabel('Ville').selectOption('Goma')
  await page.getByText('Gratuit', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Appliquer' }).click()
  await expect(page).toHaveURL(/[?&]town=Goma/)
  await expect(page.getByRole('heading', { name: 'Évènements à Goma' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(found.length)
  for (const event of found) await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
})

test('the home page leads to events, by card and by search', async ({ page, request }) => {
  const [event] = await listEvents(request, { date_range: 'today', limit: 4 })
  await page.goto('/')
  const today = page.getByRole('region', { name: "Aujourd'hui" })
  await expect(today.getByRole('article').first()).toContainText(event?.name ?? '')
  await today.getByRole('article').first().getByRole('link', { name: event?.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: event?.name })).toBeVisible()

  await page.goto('/')
  await page.getByRole('searchbox').fill('rumba')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL('/events?name=rumba')
  await expect(page.getByRole('article').first()).toContainText(/rumba/i)
})

for (const path of ['/login', '/register']) {
  test(`${path} says what it needs instead of failing`, async ({ page }) => {
    await page.goto(path)
    const notice = page.locator('#root noscript p')
    await expect(notice).toBeVisible()
    expect(await notice.textContent()).toBe('Activez JavaScript dans votre navigateur pour continuer.')
    await expect(page.locator('form[method=post] button[type=submit]')).toBeDisabled()
  })
}

test('an unknown address is a page with a way home', async ({ page }) => {
  const answer = await page.goto('/nulle/part')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page non trouvée' })).toBeVisible()
  await page.getByRole('link', { name: "Retour à l'accueil" }).click()
  await expect(page).toHaveURL('/')
})
