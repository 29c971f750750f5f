// Registration: every rule says its sentence, and a good one leads on, signed in.
import type { Page } from '@playwright/test'
import { accountMenu, newName, newPerson, PASSWORD, storedSession } from '../support/accounts.ts'
import { expect, test, toast, watchApi } from '../support/test.ts'

const SHORT_NAME = "Le nom d'utilisateur doit contenir au moins 3 caractères"
const BAD_PHONE = 'Le numéro de téléphone doit être valide (au moins 10 chiffres)'
const SHORT_PASSWORD = 'Le mot de passe doit contenir au moins 6 caractères'
const NO_CONFIRMATION = 'Le mot de passe de confirmation est requis'
const DIFFERENT = 'Les mots de passe ne correspondent pas'

test('each rule is told under its field, and nothing is sent', async ({ page, visit }) => {
  await visit('/register')
  const calls = watchApi(page)
  await send(page)
  await expect(field(page, 'username')).toHaveAccessibleDescription(SHORT_NAME)
  await expect(field(page, 'phone')).toHaveAccessibleDescription(new RegExp(`${escaped(BAD_PHONE)}$`))
  await expect(field(page, 'password')).toHaveAccessibleDescription(new RegExp(`${SHORT_PASSWORD}$`))
  await expect(field(page, 'password2')).toHaveAccessibleDescription(NO_CONFIRMATION)
  await expect(field(page, 'username')).toBeFocused()
  await expect(field(page, 'username')).toHaveAttribute('aria-invalid', 'true')

  await fill(page, { username: 'ab', phone: '+243 99 123', password: '12345', password2: '12345' })
  await send(page)
  for (const message of [SHORT_NAME, BAD_PHONE, SHORT_PASSWORD, NO_CONFIRMATION]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  await fill(page, { username: 'amani', phone: '0991234567', password: 'croisette', password2: 'malachite' })
  await send(page)
  await expect(field(page, 'password2')).toHaveAccessibleDescription(DIFFERENT)
  for (const message of [SHORT_NAME, BAD_PHONE, SHORT_PASSWORD, NO_CONFIRMATION]) {
    await expect(page.getByText(message, { exact: true })).toBeHidden()
  }
  expect(calls).toEqual([])
})

test('a new account goes on to where it was going, and stays signed in', async ({ page, visit }) => {
  const person = newName()
  await visit('/register?redirect=/events?town=Goma')
  await fill(page, { ...person, password: PASSWORD, password2: PASSWORD })
  await send(page)
  await expect(page).toHaveURL('/events?town=Goma')
  await expect(accountMenu(page, person)).toBeVisible()
  expect((await storedSession(page))?.user?.username).toBe(person.username)
  await page.reload()
  await expect(accountMenu(page, person)).toBeVisible()
})

test('without a target it goes home; the number is taken as a phone fills it in', async ({ page, visit }) => {
  const person = newName()
  await visit('/register')
  const phone = person.phone.replace(/^0(\d{3})/, '+243 $1 ')
  await fill(page, { ...person, phone, password: PASSWORD, password2: PASSWORD })
  await send(page)
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page, person)).toBeVisible()
})

test('a name and a number that are taken are told under their fields', async ({ page, visit, request }) => {
  const taken = await newPerson(request)
  const other = newName()
  await visit('/register')
  await fill(page, {
    ...other,
    username: taken.username.toUpperCase(),
    password: PASSWORD,
    password2: PASSWORD,
  })
  await send(page)
  await expect(field(page, 'username')).toHaveAccessibleDescription("Ce nom d'utilisateur est déjà utilisé")
  await expect(field(page, 'username')).toBeFocused()

  // The same number in its other form.
  await fill(page, { username: other.username, phone: taken.phone.replace(/^0/, '243') })
  await send(page)
  await expect(field(page, 'phone')).toHaveAccessibleDescription(/Ce numéro de téléphone est déjà utilisé$/)
  await expect(page).toHaveURL('/register')
})

test('an error without words of its own still gets some', async ({ page, visit }) => {
  await page.route('**/api/register/', (route) => route.fulfill({ status: 400, json: {} }))
  await visit('/register')
  await fill(page, { ...newName(), password: PASSWORD, password2: PASSWORD })
  await send(page)
  await expect(page.getByRole('alert')).toContainText("Une erreur inconnue s'est produite")
})

test('no answer counts as done: on to the target, logged out, with the network toast', async ({
  page,
  visit,
}) => {
  await page.route('**/api/register/', (route) => route.abort())
  await visit('/register?redirect=/events')
  await fill(page, { ...newName(), password: PASSWORD, password2: PASSWORD })
  await send(page)
  await expect(toast(page, 'Problème de connexion. Vérifiez votre réseau !')).toBeVisible()
  await expect(page).toHaveURL('/events')
  expect((await storedSession(page))?.token ?? null).toBeNull()
})

test('the button waits and cannot be pressed twice', async ({ page, visit }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/register/', async (route) => {
    await held
    await route.continue()
  })
  await visit('/register')
  const calls = watchApi(page)
  await fill(page, { ...newName(), password: PASSWORD, password2: PASSWORD })
  await send(page)
  const button = page.getByRole('button', { name: "S'inscrire" })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await field(page, 'password2').press('Enter')
  answer()
  await expect(page).toHaveURL('/')
  expect(calls.filter((call) => call === 'POST /api/register/')).toHaveLength(1)
})

test('a common password is taken at a second press, below a warning', async ({ page, visit }) => {
  await visit('/register')
  await field(page, 'password').fill('123456')
  await expect(field(page, 'password')).toHaveAccessibleDescription(/très courant/)
  await fill(page, { ...newName(), password: '123456', password2: '123456' })
  await send(page)
  await expect(page.getByRole('alert').filter({ hasText: "l'un des plus courants" })).toBeVisible()
  await page.getByRole('button', { name: "S'inscrire quand même" }).click()
  await expect(page).toHaveURL('/')
})

type Values = Partial<Record<keyof typeof LABELS, string>>

const LABELS = {
  username: "Nom d'utilisateur",
  phone: 'Numéro de téléphone',
  password: 'Mot de passe',
  password2: 'Confirmer mot de passe',
}

function field(page: Page, name: keyof typeof LABELS) {
  return page.getByLabel(LABELS[name], { exact: true })
}

async function fill(page: Page, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await field(page, name as keyof typeof LABELS).fill(value)
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: "S'inscrire" }).click()
}

function escaped(text: string): string {
  return text.replace(/[()]/g, '\\$&')
}
