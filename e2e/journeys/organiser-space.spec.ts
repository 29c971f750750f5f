// « Mon espace » and an event's own space: what comes next, figures that move by themselves, people, payments, files.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson, type Person, signIn } from '../support/accounts.ts'
import { buyOverApi, SETTLED } from '../support/buying.ts'
import { createEvent, type Event } from '../support/events.ts'
import { day, enter } from '../support/organising.ts'
import { expect, takenOver, test } from '../support/test.ts'

interface Sold {
  owner: Person
  buyer: Person
  event: Event
}

/** An event of ten places, two of them sold. */
async function soldEvent(request: APIRequestContext): Promise<Sold> {
  const [owner, buyer] = [await newPerson(request), await newPerson(request)]
  const ttype = JSON.stringify([{ label: 'Debout', price: 10, nbr_max: 10, devise: 'USD' }])
  const fields = { name: `Ventes de ${owner.username}`, started_at: day(5), ttype }
  const event = await createEvent(request, owner, fields)
  await buyOverApi(request, buyer, event, 2)
  return { owner, buyer, event }
}

async function open(page: Page, person: Person, address: string): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(address)}`)
  await takenOver(page)
  await signIn(page, person)
}

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

test('a new person finds the way to a first ticket and a first event', async ({ page, request }) => {
  const person = await enter(page, request, '/dash')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bonjour ${person.username}`)
  await expect(page.getByText('Aucun billet à venir')).toBeVisible()
  await expect(page.getByRole('heading', { name: "Et vous, qu'organisez-vous ?" })).toBeVisible()
  for (const name of ['Mes billets', 'Mes évènements', 'Paramètres', 'Déconnexion']) {
    await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  }
})

test('who buys and who organises see what is theirs', async ({ page, browser, request, baseURL }) => {
  const { owner, buyer, event } = await soldEvent(request)
  await open(page, buyer, '/dash')
  await page.getByRole('link', { name: event.name }).first().click()
  await expect(page).toHaveURL(/\/dash\/tickets\?ticket=/)

  const other = await browser.newContext({ baseURL })
  const desk = await other.newPage()
  await open(desk, owner, '/dash')
  await expect(desk.getByText('2 / 10 billets vendus')).toBeVisible()
  await expect(desk.getByText(/20.USD/).first()).toBeVisible()
  await desk.getByRole('link', { name: event.name }).click()
  await expect(desk).toHaveURL(new RegExp(`/dash/events/${event.id}$`))
  await other.close()
})

test('the figures of an event move while somebody looks', async ({ page, request }) => {
  const { owner, event } = await soldEvent(request)
  await open(page, owner, `/dash/events/${event.id}`)
  await expect(page.getByText('En direct')).toBeVisible()
  await expect(figure(page, 'Billets vendus')).toContainText('2')
  await buyOverApi(request, await newPerson(request), event, 3)
  await expect(figure(page, 'Billets vendus')).toContainText('5', SETTLED)
  await expect(figure(page, 'Recettes')).toContainText(/50.USD/)
  await expect(page.getByText('3 × Debout')).toBeVisible(SETTLED)
})

test('attendees are searched, exported, and lead to their payment and its story', async ({
  page,
  request,
}) => {
  const { owner, buyer, event } = await soldEvent(request)
  await open(page, owner, `/dash/events/${event.id}/attendees`)
  await expect(page.getByText('2 billets', { exact: true })).toBeVisible()
  await page.getByLabel('Chercher un participant').fill('personne de ce nom')
  await page.getByRole('button', { name: 'Rechercher' }).click()
  await expect(page.getByText('Personne ne correspond.')).toBeVisible()
  await page.getByRole('button', { name: 'Voir tous les participants' }).click()
  await page.getByLabel('État').selectOption('valid')
  await expect(page).toHaveURL(/\?status=valid$/)

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter en CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(`participants-${event.id}.csv`)
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(rows).toHaveLength(3)
  expect(rows[1]).toContain(buyer.username)

  await page.getByRole('link', { name: buyer.username }).first().click()
  await expect(page).toHaveURL(/\/payments\?/)
  if (!page.url().includes('payment=')) await page.getByRole('link', { name: buyer.username }).first().click()
  const story = page.getByRole('dialog', { name: buyer.username })
  await expect(story.getByRole('listitem').first()).toBeVisible()
  expect(await story.getByRole('listitem').count()).toBeGreaterThan(1)
  // It is in the address: the browser's own way back closes it.
  await page.goBack()
  await expect(story).toHaveCount(0)
})

test("one's events are searched, and told apart by when they are", async ({ page, request }) => {
  const owner = await enter(page, request, '/dash/events')
  for (const name of ['Rumba', 'Foire']) await createEvent(request, owner, { name, started_at: day(3) })
  await page.reload()
  await expect(page.getByText('2 évènements', { exact: true })).toBeVisible()
  await page.getByLabel('Chercher un de mes évènements').fill('rumb')
  await page.getByRole('button', { name: 'Rechercher' }).click()
  await expect(page.getByRole('link', { name: 'Foire' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Rumba' })).toBeVisible()
  await page.getByRole('tab', { name: 'Passés' }).click()
  await expect(page.getByText('Aucun évènement ne correspond.')).toBeVisible()
  await page.getByLabel('Lesquels').selectOption('mine')
  await expect(page).toHaveURL(/of=mine/)
})
