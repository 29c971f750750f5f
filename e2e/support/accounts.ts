// People of the journeys: each has an account of its own, so that no journey meets another's.
import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Mailbox } from './mail.ts'

export const PASSWORD = 'croisette-7'

export interface Person {
  username: string
  phone: string
  access: string
  refresh: string
}

export function newName(): { username: string; phone: string } {
  const number = randomInt(1e9)
  return { username: `passant-${number}`, phone: `08${String(number).padStart(9, '0')}` }
}

/** Registers somebody over the API. */
export async function newPerson(request: APIRequestContext): Promise<Person> {
  const names = newName()
  const answer = await request.post('/api/register/', {
    data: { ...names, password: PASSWORD, password2: PASSWORD },
  })
  expect(answer.status()).toBe(201)
  const { access, refresh } = (await answer.json()) as { access: string; refresh: string }
  return { ...names, access, refresh }
}

/** Gives somebody an address and follows the link that is mailed to it. */
export async function proveEmail(
  request: APIRequestContext,
  { access }: Pick<Person, 'access'>,
  email: string,
  mailbox: Pick<Mailbox, 'linkFor'>,
): Promise<void> {
  const headers = { Authorization: `Bearer ${access}` }
  const changed = await request.put('/api/profile/', { headers, multipart: { email } })
  expect(changed.status()).toBe(200)
  const link = new URL(await mailbox.linkFor(email, '/verify-email'), 'http://localhost')
  const token = link.searchParams.get('token')
  const verified = await request.post('/api/email/verify/', { data: { token } })
  expect(verified.status()).toBe(200)
}

/** Signs in through the login page, the way people do. */
export async function signIn(page: Page, person: Pick<Person, 'username'>): Promise<void> {
  await page.getByLabel("Nom d'utilisateur").fill(person.username)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/** From another device, which ends every session but its own. */
export async function endOtherSessions(request: APIRequestContext, { username }: Pick<Person, 'username'>) {
  const login = await request.post('/api/login/', { data: { query: username, password: PASSWORD } })
  const { access } = (await login.json()) as { access: string }
  const answer = await request.delete('/api/sessions/', { headers: { Authorization: `Bearer ${access}` } })
  expect(answer.status()).toBe(204)
}

interface AuthStore {
  state: { user: { username: string } | null; token: { access: string; refresh: string } | null }
  version: number
}

/** What the browser keeps under 'AuthStore'. */
export function storedSession(page: Page): Promise<AuthStore['state'] | null> {
  return page.evaluate(() => {
    const text = localStorage.getItem('AuthStore')
    return text ? (JSON.parse(text) as AuthStore).state : null
  })
}

/** Puts another access token in the place of the one the browser keeps. */
export function replaceAccessToken(page: Page, access: string): Promise<void> {
  return page.evaluate((newAccess) => {
    const store = JSON.parse(localStorage.getItem('AuthStore') ?? '') as AuthStore
    if (!store.state.token) throw new Error('nobody is signed in')
    store.state.token.access = newAccess
    localStorage.setItem('AuthStore', JSON.stringify(store))
  }, access)
}

export function accountMenu(page: Page, { username }: Pick<Person, 'username'>) {
  return page.getByRole('button', { name: `Compte de ${username}` })
}
