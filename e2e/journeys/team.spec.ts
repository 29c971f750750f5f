// The people around an event: invited, trusted, written to.
import type { APIRequestContext } from '@playwright/test'
import { newName, PASSWORD, type Person, signIn } from '../support/accounts.ts'
import { signed, soldEvening } from '../support/door.ts'
import { createEvent } from '../support/events.ts'
import type { Mailbox } from '../support/mail.ts'
import { day, enter } from '../support/organising.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

/** Somebody's address, proved by the link that was sent to it. */
async function proveAddress(request: APIRequestContext, mailbox: Mailbox, person: Person): Promise<string> {
  const address = `${person.username}@exemple.cd`
  await request.put('/api/profile/', { headers: signed(person), multipart: { email: address } })
  const link = await mailbox.linkFor(address, '/verify-email')
  const token = new URL(link, 'http://localhost').searchParams.get('token')
  expect((await request.post('/api/email/verify/', { data: { token } })).status()).toBe(200)
  return address
}

test('somebody without an account registers, proves the address and is in the team', async ({
  page,
  request,
  browser,
  baseURL,
  mailbox,
}) => {
  const owner = await enter(page, request, '/dash/events')
  const event = await createEvent(request, owner, { name: `Équipe de ${owner.username}`, started_at: day(9) })
  const guest = newName()
  const address = `${guest.username}@exemple.cd`
  await page.goto(`/dash/events/${event.id}/team`)
  await page.getByLabel('Adresse e-mail', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Inviter', exact: true }).click()
  await expect(toast(page, `Une invitation est partie à ${address}.`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Invitations en attente' })).toContainText(address)

  const { text = '' } = await mailbox.mailTo(address, '')
  const phone = await browser.newPage({ baseURL })
  await phone.goto(/\/invitations\/[\w-]+/.exec(text)?.[0] ?? '')
  await takenOver(phone)
  await phone.getByRole('link', { name: 'Créer un compte' }).click()
  await phone.getByLabel("Nom d'utilisateur").fill(guest.username)
  await phone.getByLabel('Numéro de téléphone').fill(guest.phone)
  await phone.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await phone.getByLabel('Confirmer mot de passe').fill(PASSWORD)
  await phone.getByRole('button', { name: "S'inscrire" }).click()
  await phone.getByRole('button', { name: 'Accepter' }).click()
  await expect(
    phone.getByRole('heading', { name: 'Cette invitation est pour une autre adresse' }),
  ).toBeFocused()
  await phone.getByLabel("C'est mon adresse : la voici en entier").fill(address)
  await phone.getByRole('button', { name: 'Recevoir le lien' }).click()
  await phone.goto(await mailbox.linkFor(address, '/verify-email'))
  await phone.getByRole('link', { name: "Revenir à l'invitation" }).click()
  await phone.getByRole('button', { name: 'Accepter' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  // Not trusted: prices, refunds and cancelling stay the owner's.
  await phone.getByRole('button', { name: /^Autres actions/ }).click()
  await expect(phone.getByRole('menuitem', { name: "Annuler l'évènement" })).toHaveCount(0)

  await page.reload()
  const trusted = page.getByRole('list', { name: 'Membres' }).getByLabel(/^De confiance/)
  await trusted.check()
  await expect(trusted).toBeEnabled()
  await phone.reload()
  await phone.getByRole('button', { name: /^Autres actions/ }).click()
  await expect(phone.getByRole('menuitem', { name: "Annuler l'évènement" })).toBeVisible()
  await phone.close()
})

test('a message is looked at, sent once, and arrives', async ({ page, request, mailbox }) => {
  const { event, owner, buyer } = await soldEvening(request, 2, { started_at: day(9) })
  const address = await proveAddress(request, mailbox, buyer)
  await page.goto(`/login?redirect=/dash/events/${event.id}/messages`)
  await takenOver(page)
  await signIn(page, owner)
  await page.getByLabel('Objet').fill('Les portes ouvrent à 18:00')
  await page.getByLabel('Message', { exact: true }).fill('Venez tôt : le parking est petit.')
  await page.getByRole('button', { name: 'Prévisualiser' }).click()
  const preview = page.getByRole('dialog', { name: 'Envoyer ce message ?' })
  await expect(preview.getByText('Venez tôt : le parking est petit.')).toBeVisible()
  await preview.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect(toast(page, 'Votre message part.')).toBeVisible()
  const mail = await mailbox.mailTo(address, 'Les portes ouvrent à 18:00')
  expect(mail.text).toContain('Venez tôt : le parking est petit.')
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible({ timeout: 20_000 })
})
