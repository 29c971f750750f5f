// An organiser on a network that breaks: nothing typed is lost, and nothing is made twice.
import type { APIRequestContext, Page } from '@playwright/test'
import type { Person } from '../support/accounts.ts'
import { choosePicture, create, day, enter, fillFacts, ticket } from '../support/organising.ts'
import { goodPicture, unreadablePhoto } from '../support/pictures.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

const CREATION = 'POST /api/events/ '

// The trace recorder looks at the preview of a picture by itself, which the page's policy forbids.
test.use({ tolerated: /Connecting to 'blob:/ })

const name = (page: Page) => page.getByLabel("Nom de l'évènement")
const resume = (page: Page) => page.getByRole('button', { name: 'Reprendre le brouillon' })
const created = (page: Page) => toast(page, 'Votre évènement est publié.')

async function myEvents(request: APIRequestContext, { access }: Person): Promise<string[]> {
  const answer = await request.get('/api/my-events/', { headers: { Authorization: `Bearer ${access}` } })
  const { results } = (await answer.json()) as { results: { name: string }[] }
  return results.map((event) => event.name)
}

/** The words that stay; a toast comes and goes besides. */
async function sayItFailed(page: Page): Promise<void> {
  await expect(page.getByText(/^L'envoi n'a pas abouti\. Votre saisie est gardée/)).toBeVisible()
}

test('an upload cut in the middle creates nothing and keeps the draft', async ({
  page,
  request,
  network,
}) => {
  const person = await enter(page, request, `${network.url}/dash/events/add`)
  const title = `Ndombolo de ${person.username}`
  await fillFacts(page, title)
  await page.getByRole('button', { name: 'Ajouter un type de billet' }).click()
  await ticket(page, 1).getByLabel('Nom du billet').fill('Debout')
  await ticket(page, 1).getByLabel('Prix').fill('12,5')
  await ticket(page, 1).getByLabel('Nombre de billets').fill('80')
  await choosePicture(page, unreadablePhoto())

  const underWay = network.stall(CREATION, 200_000)
  await create(page).click()
  // The browser may have handed everything to its system by then: how far the picture has come is the network's to say.
  await underWay
  await expect(page.getByRole('progressbar', { name: "Envoi de l'évènement" })).toBeVisible()
  network.cut()
  await sayItFailed(page)
  expect(await myEvents(request, person)).toEqual([])

  network.heal()
  await page.reload()
  await takenOver(page)
  await expect(page.getByText(/L'image n'est pas gardée avec le brouillon/)).toBeVisible()
  await resume(page).click()
  await expect(name(page)).toHaveValue(title)
  await expect(page.getByLabel('Catégorie')).toHaveValue('Concerts')
  await expect(page.getByLabel('Date de début')).toHaveValue(day(3))
  await expect(page.getByLabel('Heure', { exact: true })).toHaveValue('19:30')
  await expect(page.getByLabel('Ville', { exact: true })).toHaveValue('Likasi')
  await expect(ticket(page, 1).getByLabel('Prix')).toHaveValue('12,5')
  await choosePicture(page, goodPicture())
  await create(page).click()
  await expect(created(page)).toBeVisible()
  expect(await myEvents(request, person)).toEqual([title])
  await page.goto(`${network.url}/dash/events/add`)
  await expect(name(page)).toHaveValue('')
})

test('an answer lost on its way makes no second event, and what is typed since is saved', async ({
  page,
  request,
  network,
}) => {
  const person = await enter(page, request, `${network.url}/dash/events/add`)
  const title = `Rumba de ${person.username}`
  await fillFacts(page, title)
  await choosePicture(page, goodPicture())
  network.loseAnswers(CREATION)
  await create(page).click()
  await sayItFailed(page)
  expect(await myEvents(request, person)).toEqual([title])

  // Not even a page opened anew forgets that it was sent.
  network.heal()
  await page.reload()
  await takenOver(page)
  await resume(page).click()
  await name(page).fill(`${title} !`)
  await create(page).click()
  await expect(created(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `${title} !` })).toBeVisible()
  expect(await myEvents(request, person)).toEqual([`${title} !`])
})

test('a form that never got away keeps its draft', async ({ page, request, network }) => {
  const person = await enter(page, request, `${network.url}/dash/events/add`)
  await fillFacts(page, `Seben de ${person.username}`)
  network.goDown()
  await create(page).click()
  await sayItFailed(page)
  network.heal()
  await create(page).click()
  await expect(created(page)).toBeVisible()
  expect(await myEvents(request, person)).toEqual([`Seben de ${person.username}`])
})

test('a map that does not arrive leaves the form as it is', async ({ page, request, network }) => {
  await enter(page, request, `${network.url}/dash/events/add`)
  await name(page).fill('Agbaya')
  network.goDown()
  await page.getByRole('button', { name: 'Placer sur la carte' }).click()
  await expect(page.getByText("La carte n'a pas pu être chargée.")).toBeVisible()
  await expect(name(page)).toHaveValue('Agbaya')
  network.heal()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('application', { name: "Carte pour placer l'évènement" })).toBeVisible()
  await expect(name(page)).toHaveValue('Agbaya')
})
