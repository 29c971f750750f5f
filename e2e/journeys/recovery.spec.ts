// A lost password and an unverified address: the mail arrives over SMTP, its link leads back here.
import type { APIRequestContext } from '@playwright/test'
import { accountMenu, newPerson, type Person, proveEmail } from '../support/accounts.ts'
import type { Mailbox } from '../support/mail.ts'
import { openSettings, save } from '../support/settings.ts'
import { expect, test, toast } from '../support/test.ts'

const SENT =
  "Si ce compte a une adresse e-mail vérifiée, un lien vient d'y être envoyé. Sinon, contactez le support."
const OLD_LINK = "Ce lien n'est plus valable. Demandez-en un nouveau."
const NEW_PASSWORD = 'malachite-8'

test('forgotten: the link of the mail sets a new password, once', async ({
  page,
  visit,
  request,
  mailbox,
}) => {
  const person = await personWithEmail(request, mailbox)
  await visit('/login')
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
  await expect(page).toHaveURL('/forgotten-password')
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Appeler le/ })).toHaveAttribute('href', /^tel:/)
  await page.getByLabel("Nom d'utilisateur, téléphone ou e-mail").fill(person.email)
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await expect(page.getByText(SENT)).toBeVisible()

  const link = await mailbox.linkFor(person.email, '/reset-password')
  await visit(link)
  await page.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD)
  await page.getByLabel('Confirmer mot de passe').fill(`${NEW_PASSWORD}9`)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible()
  await page.getByLabel('Confirmer mot de passe').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page).toHaveURL('/login')
  await expect(toast(page, 'Votre mot de passe est changé. Connectez-vous.')).toBeVisible()
  await page.getByLabel("Nom d'utilisateur").fill(person.username)
  await page.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(accountMenu(page, person)).toBeVisible()

  await visit(link)
  await page.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD)
  await page.getByLabel('Confirmer mot de passe').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByText(OLD_LINK)).toBeVisible()
})

test('nobody learns whether an account exists', async ({ page, visit }) => {
  await visit('/forgotten-password')
  await page.getByLabel("Nom d'utilisateur, téléphone ou e-mail").fill('personne-de-ce-nom')
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
})

test('a new address is verified by its mail, signed in or not', async ({
  page,
  visit,
  request,
  mailbox,
  browser,
  baseURL,
}) => {
  const person = await openSettings(page, request)
  const email = `${person.username}@tukio.example`
  await page.getByLabel('Adresse e-mail', { exact: true }).fill(email)
  await save(page).click()
  await expect(page.getByText(`${email} : à vérifier`)).toBeVisible()
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click()
  await expect(page.getByText(/^Un lien est parti à/)).toBeVisible()

  const link = await mailbox.linkFor(email, '/verify-email')
  const elsewhere = await browser.newContext({ baseURL })
  const there = await elsewhere.newPage()
  await there.goto(link)
  await expect(there.getByText('Votre adresse e-mail est vérifiée.')).toBeVisible()
  await expect(there.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  await elsewhere.close()

  await visit('/verify-email?token=une-invention')
  await expect(page.getByText(OLD_LINK)).toBeVisible()
  await page.getByRole('link', { name: 'Paramètres' }).click()
  await expect(page.getByText(`${email} : vérifiée`)).toBeVisible()
})

test('pages with a token are told to no one', async ({ request }) => {
  for (const address of [
    '/reset-password?token=secret',
    '/verify-email?token=secret',
    '/forgotten-password',
  ]) {
    const answer = await request.get(address)
    const html = await answer.text()
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('secret')
  }
})

/** Somebody who has given an address and proved it. */
async function personWithEmail(
  request: APIRequestContext,
  mailbox: Mailbox,
): Promise<Person & { email: string }> {
  const person = await newPerson(request)
  const email = `${person.username}@tukio.example`
  await proveEmail(request, person, email, mailbox)
  return { ...person, email }
}
