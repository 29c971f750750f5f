// A session lives on through reloads, expired tokens and bad networks; it ends when its owner or the server says so.
import type { APIRequestContext, Page } from '@playwright/test'
import {
  accountMenu,
  endOtherSessions,
  newName,
  newPerson,
  PASSWORD,
  type Person,
  replaceAccessToken,
  signIn,
  storedSession,
} from '../support/accounts.ts'
import { expect, takenOver, test, toast, watchApi } from '../support/test.ts'

const NOT_AUTHORISED = "Accès interdit. Vous n'avez pas les authorisations nécessaires."
const RULES = [
  "Le nom d'utilisateur doit contenir au moins 3 caractères",
  'Le numéro de téléphone doit être valide (au moins 10 chiffres)',
  'Le mot de passe doit contenir au moins 6 caractères',
  'Le mot de passe de confirmation est requis',
]

test('from registration to sign-out in one go', async ({ page, visit, request }) => {
  const person = newName()
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  const send = () => page.getByRole('button', { name: "S'inscrire" }).click()
  await visit('/dash/settings?tab=securite')
  await page.getByRole('link', { name: "S'inscrire" }).click()
  await send()
  for (const rule of RULES) await expect(page.getByText(rule, { exact: true })).toBeVisible()
  await fill("Nom d'utilisateur", person.username)
  await fill('Numéro de téléphone', person.phone)
  await fill('Mot de passe', PASSWORD)
  await fill('Confirmer mot de passe', `${PASSWORD}8`)
  await send()
  await expect(page.getByText('Les mots de passe ne correspondent pas', { exact: true })).toBeVisible()
  await fill('Confirmer mot de passe', PASSWORD)
  await send()

  await expect(page).toHaveURL('/dash/settings?tab=securite')
  await page.reload()
  await expect(accountMenu(page, person)).toBeVisible()

  const { access = '' } = (await storedSession(page))?.token ?? {}
  await replaceAccessToken(page, expired(access))
  await page.reload()
  await expect(page.getByText('Cet appareil')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()

  await endOtherSessions(request, person)
  await visit('/dash')
  await expect(page).toHaveURL('/login?redirect=%2Fdash')
  await expect(toast(page, NOT_AUTHORISED)).toBeVisible()

  await signIn(page, person)
  await accountMenu(page, person).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  expect(await storedSession(page)).toEqual({ user: null, token: null })
})

test('signed in, the header shows who, and leads to what is theirs', async ({ page, request }) => {
  const person = await signedIn(page, request)
  await accountMenu(page, person).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(person.username)
  await expect(menu).toContainText(person.phone)
  for (const [name, href] of [
    ['Créer un événement', '/dash/events/add'],
    ['Mon espace', '/dash'],
    ['Mes billets', '/dash/tickets'],
    ['Paramètres', '/dash/settings'],
  ] as const) {
    await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('href', new RegExp(`^${href}/?$`))
  }
  await expect(page.getByRole('link', { name: 'Connexion' })).toHaveCount(0)
})

test('a reload keeps the session, checked once with the server', async ({ page, request }) => {
  const person = await signedIn(page, request)
  const calls = watchApi(page)
  await page.reload()
  await expect(accountMenu(page, person)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['GET /api/session/'])
})

test('an access token that has run out is renewed in silence', async ({ page, request }) => {
  const person = await signedIn(page, request)
  const old = expired(person.access)
  await replaceAccessToken(page, old)
  const calls = watchApi(page)
  await page.reload()
  await expect.poll(async () => (await storedSession(page))?.token?.access).not.toBe(old)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['POST /api/refresh/', 'GET /api/session/'])
  await expectSignedInQuietly(page, person)
})

test('an access token that the server refuses is renewed, and the call repeated', async ({
  page,
  request,
}) => {
  const person = await signedIn(page, request)
  const refused = `${person.access.slice(0, -4)}AAAA`
  await replaceAccessToken(page, refused)
  const calls = watchApi(page)
  await page.reload()
  await expect.poll(async () => (await storedSession(page))?.token?.access).not.toBe(refused)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['GET /api/session/', 'POST /api/refresh/', 'GET /api/session/'])
  expect((await storedSession(page))?.token?.refresh).toBe(person.refresh)
  await expectSignedInQuietly(page, person)
})

test('a session revoked elsewhere ends at the login page, which leads back', async ({
  page,
  request,
  visit,
}) => {
  const person = await signedIn(page, request)
  const answer = await request.post('/api/logout/', { data: { refresh: person.refresh } })
  expect(answer.status()).toBe(204)
  await visit('/dash')
  await expect(page).toHaveURL('/login?redirect=%2Fdash')
  await expect(toast(page, NOT_AUTHORISED)).toBeVisible()
  expect((await storedSession(page))?.token ?? null).toBeNull()
  await signIn(page, person)
  await expect(page).toHaveURL('/dash')
})

for (const [what, answer] of [
  ['no answer', null],
  ['a server in trouble', 503],
] as const) {
  test(`${what} never ends a session`, async ({ page, request, visit }) => {
    const person = await signedIn(page, request)
    await replaceAccessToken(page, expired(person.access))
    await page.route('**/api/**', (route) =>
      answer ? route.fulfill({ status: answer, json: { detail: 'Occupé' } }) : route.abort(),
    )
    await visit('/dash')
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL('/dash')
    await expect(accountMenu(page, person)).toBeVisible()
    expect((await storedSession(page))?.token?.refresh).toBe(person.refresh)
  })
}

test('signing out from the menu ends the session here and on the server', async ({ page, request }) => {
  const person = await signedIn(page, request)
  await accountMenu(page, person).click()
  const told = page.waitForResponse('**/api/logout/')
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  expect((await told).status()).toBe(204)
  expect(await storedSession(page)).toEqual({ user: null, token: null })
  const refreshed = await request.post('/api/refresh/', { data: { refresh: person.refresh } })
  expect(refreshed.status()).toBe(401)
  await page.goto('/')
  await takenOver(page)
  await expect(accountMenu(page, person)).toHaveCount(0)
})

test('signing out works without network', async ({ page, request }) => {
  const person = await signedIn(page, request)
  // The login page must be here already: its file can't be fetched any more.
  await page.goto('/login')
  await takenOver(page)
  await page.getByRole('link', { name: 'Tukio, accueil' }).click()
  await accountMenu(page, person).click()
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  expect((await storedSession(page))?.token ?? null).toBeNull()
})

test('/logout clears the session and goes to the login page', async ({ page, request, visit }) => {
  await signedIn(page, request)
  await visit('/logout')
  await expect(page).toHaveURL('/login')
  expect((await storedSession(page))?.token ?? null).toBeNull()
})

test('what one tab does the other follows', async ({ page, request, context }) => {
  const person = await signedIn(page, request)
  const other = await context.newPage()
  await other.goto('/events')
  await expect(accountMenu(other, person)).toBeVisible()
  await accountMenu(page, person).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(accountMenu(other, person)).toHaveCount(0)
})

test('somebody else, signed in by another tab, meets nothing of the one before', async ({
  page,
  request,
  context,
}) => {
  await signedIn(page, request)
  await page.goto('/dash/settings')
  await page.getByLabel('Adresse e-mail', { exact: true }).fill('a-moi@exemple.cd')
  const next = await newPerson(request)
  const other = await context.newPage()
  await other.goto('/login')
  await takenOver(other)
  await signIn(other, next)
  await expect(accountMenu(other, next)).toBeVisible()
  await expect(page.getByLabel("Nom d'utilisateur")).toHaveValue(next.username)
  await expect(page.getByLabel('Adresse e-mail', { exact: true })).toHaveValue('')
})

test('a spoiled AuthStore is a visitor, not a broken page', async ({ page, visit }) => {
  await page.addInitScript(() => localStorage.setItem('AuthStore', '{"state":{"user":{"id":"x"},"token":1'))
  await visit('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await visit('/dash')
  await expect(page).toHaveURL('/login?redirect=%2Fdash')
})

/** Somebody new, signed in on the home page as a login would have left it. */
async function signedIn(page: Page, request: APIRequestContext): Promise<Person> {
  const person = await newPerson(request)
  await page.goto('/login')
  await takenOver(page)
  await signIn(page, person)
  await expect(accountMenu(page, person)).toBeVisible()
  const session = await storedSession(page)
  return { ...person, ...session?.token }
}

async function expectSignedInQuietly(page: Page, person: Person): Promise<void> {
  await expect(accountMenu(page, person)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await expect(page).toHaveURL('/')
}

/** The same token as it will be in an hour: readable, but past its time and no longer signed. */
function expired(access: string): string {
  const [header, payload, signature] = access.split('.')
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as { exp: number }
  claims.exp -= 3600
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
