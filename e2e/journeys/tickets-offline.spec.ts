// "Mes billets" at a gate: without network, on the whole screen, on paper.
import type { APIRequestContext, Page } from '@playwright/test'
import { accountMenu, newPerson, type Person, signIn } from '../support/accounts.ts'
import { createEvent, type Event } from '../support/events.ts'
import { expect, takenOver, test } from '../support/test.ts'

const tickets = (page: Page, event: Event) => page.getByRole('button', { name: event.name })
const qr = (page: Page) => page.getByRole('img', { name: /^Code QR du billet/ })

/** Two tickets, bought without a browser. */
async function buyTwo(request: APIRequestContext, { access }: Person): Promise<Event> {
  const ttype = JSON.stringify([{ label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' }])
  const event = await createEvent(request, await newPerson(request), { name: `Soirée ${Date.now()}`, ttype })
  const headers = { Authorization: `Bearer ${access}` }
  const order = { ticket_type_id: String(event.ttype[0]?.id), quantity: 2, currency: 'USD' }
  const begun = await request.post('/api/payments/init/', { headers, data: order })
  const { payment_url } = (await begun.json()) as { payment_url: string }
  await request.post(payment_url, { form: { phone: '0970000789' }, maxRedirects: 0 })
  const count = async () => (await (await request.get('/api/my-tickets/', { headers })).json()).count
  await expect.poll(count, { timeout: 20_000 }).toBe(2)
  return event
}

/** The names of what the browser's own database holds. */
function keptAnswers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const held = await indexedDB.databases()
    if (!held.some(({ name }) => name === 'tukio-kept')) return []
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open('tukio-kept'))
    const keys = await answer(database.transaction('answers').objectStore('answers').getAllKeys())
    database.close()
    return keys.map(String)
  })
}

/** Looks at one's tickets once, until the browser has all that it needs to show them again. */
async function seeTickets(page: Page, site: string, person: Person, event: Event): Promise<void> {
  await page.goto(`${site}/login?redirect=${encodeURIComponent('/dash/tickets')}`)
  await takenOver(page)
  await signIn(page, person)
  await expect(tickets(page, event)).toHaveCount(2)
  const hasPage = () => page.evaluate(async () => (await caches.match('/dash/tickets')) !== undefined)
  await expect.poll(hasPage).toBe(true)
  // The tickets of the past are read, too, and only then both are kept.
  await expect.poll(() => keptAnswers(page)).toHaveLength(2)
}

test('tickets seen once open in airplane mode, until their owner leaves', async ({
  page,
  request,
  context,
  network,
}) => {
  const person = await newPerson(request)
  const event = await buyTwo(request, person)
  await seeTickets(page, network.url, person, event)
  await page.close()

  // Whatever a browser's own switch leaves open: now there is no server any more.
  network.goDown()
  await context.setOffline(true)
  const later = await context.newPage()
  await later.goto(`${network.url}/dash/tickets`)
  await expect(later.getByText(/^Hors ligne : dernière mise à jour/)).toBeVisible()
  await tickets(later, event).first().click()
  await expect(qr(later)).toBeVisible()
  await later.keyboard.press('Escape')
  await expect(qr(later)).toHaveCount(0)

  // Any other page says so, and shows the way to the tickets.
  await later.goto(`${network.url}/events`)
  await expect(later.getByRole('heading', { name: 'Vous êtes hors connexion' })).toBeVisible()
  await later.getByRole('link', { name: 'Mes billets' }).click()
  await expect(tickets(later, event)).toHaveCount(2)

  await accountMenu(later, person).click()
  await later.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(later).toHaveURL(/\/login/)
  await later.goto(`${network.url}/dash/tickets`)
  await expect(later).toHaveURL(/\/login\?redirect=/)
  expect((await later.evaluate(() => indexedDB.databases())).map((database) => database.name)).toEqual([])
})

test('a new build replaces what the last one kept, and the server has the first word', async ({
  page,
  request,
  visit,
  serverUrl,
}) => {
  const person = await newPerson(request)
  const event = await buyTwo(request, person)
  const stale = (name: string) =>
    page.evaluate(async (cache) => {
      const page = new Response('<h1>Vieille page</h1>', { headers: { 'Content-Type': 'text/html' } })
      await (await caches.open(cache)).put('/dash/tickets', page)
    }, name)
  await visit('/login')
  await stale('tukio-an-earlier-build')
  await seeTickets(page, serverUrl, person, event)
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tukio-')))
  await expect.poll(builds).toHaveLength(1)
  const [current = ''] = await builds()
  expect(current).toMatch(/^tukio-[0-9a-f]{16}$/)

  await stale(current)
  await visit('/dash/tickets')
  await expect(tickets(page, event)).toHaveCount(2)
})

test('a ticket fills the screen with white in the dark theme, and the way back closes it', async ({
  page,
  request,
  serverUrl,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const person = await newPerson(request)
  const event = await buyTwo(request, person)
  await seeTickets(page, serverUrl, person, event)
  await tickets(page, event).first().click()
  const dialog = page.getByRole('dialog', { name: /^Billet / })
  await expect(qr(page)).toBeVisible()
  await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(tickets(page, event)).toHaveCount(2)
  await expect(tickets(page, event).first()).toBeFocused()
})

test('a ticket that is passed on leaves, and the keyboard goes on where its card was', async ({
  page,
  request,
  serverUrl,
}) => {
  const person = await newPerson(request)
  const receiver = await newPerson(request)
  const event = await buyTwo(request, person)
  await seeTickets(page, serverUrl, person, event)
  await tickets(page, event).first().click()
  const passOn = page.getByRole('button', { name: 'Transmettre le billet' })
  await passOn.click()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(passOn).toBeFocused()

  await passOn.click()
  await page.getByLabel('Numéro de téléphone de la personne').fill(receiver.phone)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: 'Transmettre définitivement' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(tickets(page, event)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Mes billets' })).toBeFocused()
})

test('tickets are printed one to a page, and nothing else', async ({ page, request, serverUrl }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const person = await newPerson(request)
  const event = await buyTwo(request, person)
  await seeTickets(page, serverUrl, person, event)
  await tickets(page, event).first().click()
  await page.getByRole('button', { name: 'Imprimer les 2 billets' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('.print-sheet > article')
  await expect(printed).toHaveCount(2)
  await expect(printed.first()).toContainText(event.name)
  // Black by night, too, and at once: a colour on its way is printed as it begins.
  await expect(printed.first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(printed.first()).toHaveCSS('transition-property', 'none')
  for (const hidden of [page.locator('#root'), page.getByRole('dialog')]) await expect(hidden).toBeHidden()
  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(2)
})

/** Each page of a PDF is an object of that type. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
