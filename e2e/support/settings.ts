// The settings as the journeys enter them.
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson, type Person, signIn } from './accounts.ts'
import { expect, takenOver } from './test.ts'

/** Somebody new, signed in, before this tab of their settings. */
export async function openSettings(page: Page, request: APIRequestContext, tab = ''): Promise<Person> {
  const person = await newPerson(request)
  const address = `/dash/settings${tab && `?tab=${tab}`}`
  await page.goto(`/login?redirect=${encodeURIComponent(address)}`)
  await takenOver(page)
  await signIn(page, person)
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('tab', { name: 'Profil' })).toBeVisible()
  return person
}

export const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' })

/** On the open tab: two of them show it. */
export const activity = (page: Page) => page.getByRole('tabpanel').getByLabel('Activité')
