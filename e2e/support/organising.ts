// The form of an event as the journeys fill it.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson, type Person, signIn } from './accounts.ts'
import type { ChosenFile } from './pictures.ts'
import { takenOver } from './test.ts'

/** Signs somebody new in on the way to an address of the protected area. */
export async function enter(page: Page, request: APIRequestContext, address: string): Promise<Person> {
  const person = await newPerson(request)
  await page.goto(address)
  await takenOver(page)
  await signIn(page, person)
  // Whoever leaves the page before the answer is here is not signed in.
  await expect(page).not.toHaveURL(/\/login/)
  return person
}

export const create = (page: Page) => page.getByRole('button', { name: 'Publier' })
export const ticket = (page: Page, number: number) => page.getByRole('group', { name: `Billet ${number}` })

/** A day this many days from now, by the clock of Lubumbashi. */
export function day(ahead: number): string {
  return new Date(Date.now() + 2 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10)
}

export async function fillFacts(page: Page, name: string) {
  await page.getByLabel("Nom de l'évènement").fill(name)
  await page.getByLabel('Catégorie').selectOption('Concerts')
  await page.getByLabel('Date de début').fill(day(3))
  await page.getByLabel('Heure', { exact: true }).fill('19:30')
  await page.getByLabel('Ville', { exact: true }).selectOption('Likasi')
}

export async function choosePicture(page: Page, file: ChosenFile) {
  await page.locator('input[type=file]').setInputFiles(file)
}
