// Finding a professional, following them and letting go, with and without a network, with and without scripts.
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson, signIn } from '../support/accounts.ts'
import { expect, test, toast } from '../support/test.ts'

const END = 'Vous avez vu tous les résultats'
const NO_NETWORK = 'Problème de connexion. Vérifiez votre réseau !'

interface Professional {
  id: number
  username: string
  phone: string
  profile: { activity: string | null }
}

async function directory(request: APIRequestContext, params: Record<string, string>) {
  const answer = await request.get('/api/users/', { params: { limit: 50, ...params } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as { count: number; results: Professional[] }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: "Domaines d'activité" }).getByRole('link', { name, exact: true })
const results = (count: number) => `${count} ${count === 1 ? 'résultat' : 'résultats'}`

test('search, choose an activity, read to the end', async ({ page, visit, request }) => {
  const found = await directory(request, { search: 'traiteur' })
  await visit('/users')
  await expect(heading(page, 'Tous les professionnels')).toBeVisible()

  const field = page.getByRole('searchbox', { name: 'Chercher un professionnel' })
  await field.fill('traiteur')
  await field.press('Enter')
  await expect(page).toHaveURL('/users?search=traiteur')
  await expect(heading(page, 'Résultats pour traiteur')).toBeVisible()
  await expect(page.getByText(results(found.count), { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(found.count)

  const traiteurs = await directory(request, { activity: 'Traiteur' })
  await chip(page, 'Traiteur').click()
  await expect(page).toHaveURL('/users?activity=Traiteur')
  await expect(heading(page, 'Traiteurs')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByText(results(traiteurs.count), { exact: true })).toBeVisible()

  // Pressed again, it lets go; then everybody, page after page.
  await chip(page, 'Traiteur').click()
  await expect(page).toHaveURL('/users')
  await expect(heading(page, 'Tous les professionnels')).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(page.getByText(END)).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await page.getByRole('article').count()).toBeGreaterThan(40)
})

test('nobody found: a way back to everybody', async ({ page, visit }) => {
  await visit('/users?search=zzzzzz')
  await expect(page.getByText('Aucun résultat trouvé')).toBeVisible()
  await expect(page.getByText('Essayez de modifier vos critères de recherche.')).toBeVisible()
  await page.getByRole('link', { name: 'Réinitialiser' }).last().click()
  await expect(page).toHaveURL('/users')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a visitor who wants to follow signs in and comes back', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/users?activity=DJ')
  await page.getByRole('article').first().getByRole('link', { name: 'Suivre' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, person)
  await expect(page).toHaveURL('/users?activity=DJ')
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Suivre' })).toBeEnabled()
})

test('follow and unfollow; without a network each is taken back', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  const [pro] = (await directory(request, { activity: 'Photographe' })).results
  await visit('/login?redirect=/users?activity=Photographe')
  await signIn(page, person)
  await expect(page).toHaveURL('/users?activity=Photographe')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: pro?.username }) })
  const follow = card.getByRole('button', { name: 'Suivre' })
  const followed = card.getByRole('button', { name: 'Suivi' })

  await page.route('**/api/users/*/follow/', (route) => route.abort())
  await follow.click()
  await expect(toast(page, NO_NETWORK)).toBeVisible()
  await expect(follow).toBeEnabled()
  await page.unroute('**/api/users/*/follow/')

  await follow.click()
  await expect(followed).toBeEnabled()
  await page.reload()
  await expect(followed).toBeEnabled()

  await page.route('**/api/users/*/unfollow/', (route) => route.abort())
  await followed.click()
  await expect(toast(page, NO_NETWORK)).toBeVisible()
  await expect(followed).toBeEnabled()
  await page.unroute('**/api/users/*/unfollow/')

  await card.getByRole('link', { name: 'Voir profil' }).click()
  await expect(page).toHaveURL(`/users/${pro?.id}`)
  await page.getByRole('button', { name: 'Ne plus suivre' }).click()
  await expect(page.getByRole('button', { name: 'Suivre', exact: true })).toBeEnabled()
})

test('a profile says who it is and how to call; one’s own leads to the settings', async ({
  page,
  visit,
  request,
}) => {
  const [pro] = (await directory(request, { activity: 'Organisateur' })).results
  await visit(`/users/${pro?.id}`)
  await expect(page).toHaveTitle(`${pro?.username} · Tukio`)
  await expect(page.getByRole('heading', { level: 1, name: pro?.username })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', `tel:${pro?.phone}`)
  await expect(page.getByText(pro?.phone ?? '', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'WhatsApp', exact: true })).toBeVisible()
  for (const counter of ['Événements', 'Abonnés', 'Abonnements']) {
    await expect(page.locator('dl').getByText(counter, { exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Retour aux professionnels' }).click()
  await expect(page).toHaveURL('/users')

  const person = await newPerson(request)
  const [self] = (await directory(request, { search: person.username })).results
  await visit(`/login?redirect=/users/${self?.id}`)
  await signIn(page, person)
  await expect(page.getByRole('link', { name: 'Modifer' })).toHaveAttribute('href', '/dash/settings')
  await expect(page.getByText('Suivre', { exact: true })).toHaveCount(0)
})

test('somebody missing', async ({ page }) => {
  const answer = await page.goto('/users/999999999')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Utilisateur non trouvé')).toBeVisible()
  await page.getByRole('link', { name: 'Retour à la liste' }).click()
  await expect(page).toHaveURL('/users')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a form, chips and people are links', async ({ page, request }) => {
    const found = await directory(request, { search: 'traiteur' })
    await page.goto('/users')
    await page.getByRole('searchbox').fill('traiteur')
    await page.getByRole('button', { name: 'Rechercher' }).click()
    await expect(heading(page, 'Résultats pour traiteur')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(found.count)
    await chip(page, 'DJ').click()
    await expect(heading(page, 'DJs')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await page.getByRole('article').first().getByRole('link', { name: 'Voir profil' }).click()
    await expect(page).toHaveURL(/\/users\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
