// An organiser who steers a sale: a draft that is published, codes, guests, and people who wait for a place.
import type { APIRequestContext, Page } from '@playwright/test'
import { newPerson, type Person, signIn } from '../support/accounts.ts'
import { createEvent, type Event } from '../support/events.ts'
import { enter, fillFacts } from '../support/organising.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

/** Offers are made by the cashier, who comes by every few seconds. */
const OFFERED = { timeout: 60_000 }

const type = (label: string, more: object = {}) => ({ label, price: 10, nbr_max: 50, devise: 'USD', ...more })

function sell(request: APIRequestContext, owner: Person, ...types: object[]): Promise<Event> {
  const name = `Soirée de ${owner.username}`
  return createEvent(request, owner, { name, ttype: JSON.stringify(types) })
}

/** Somebody new, signed in, at an event. */
async function buyerAt(page: Page, request: APIRequestContext, { id, name }: Event): Promise<Person> {
  const buyer = await newPerson(request)
  await page.goto(`/login?redirect=${encodeURIComponent(`/events/${id}`)}`)
  await takenOver(page)
  await signIn(page, buyer)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return buyer
}

async function organiserAt(page: Page, owner: Person, address: string): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(address)}`)
  await takenOver(page)
  await signIn(page, owner)
}

test('a draft is its team’s until it is published', async ({ page, request, browser, serverUrl }) => {
  const { username } = await enter(page, request, '/dash/events/add')
  const name = `Brouillon de ${username}`
  await fillFacts(page, name)
  await page.getByRole('button', { name: 'Enregistrer le brouillon' }).click()
  await expect(toast(page, 'Votre brouillon est enregistré.')).toBeVisible()
  await expect(page.getByText('Brouillon', { exact: true })).toBeVisible()
  const id = page.url().split('/').pop()

  const visitor = await (await browser.newContext()).newPage()
  const missing = await visitor.goto(`${serverUrl}/events/${id}`)
  expect(missing?.status()).toBe(404)
  await page.getByRole('link', { name: "Voir l'aperçu" }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/Seule votre équipe voit cet évènement/)).toBeVisible()

  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByRole('button', { name: 'Publier maintenant' }).click()
  await expect(page.getByText(/Seule votre équipe/)).toBeHidden()
  expect((await visitor.goto(`${serverUrl}/events/${id}`))?.status()).toBe(200)
  await visitor.context().close()
})

test('a promo code that leaves nothing to pay brings the tickets at once', async ({ page, request }) => {
  const owner = await newPerson(request)
  const event = await sell(request, owner, type('Debout'))
  await organiserAt(page, owner, `/dash/events/${event.id}/promo-codes`)
  await page.getByRole('button', { name: 'Nouveau code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('OFFERT')
  await page.getByLabel('Pourcentage').fill('100')
  await page.getByRole('button', { name: 'Créer le code' }).click()
  await expect(page.getByRole('heading', { name: 'OFFERT' })).toBeVisible()

  await page.goto('/logout')
  await buyerAt(page, request, event)
  await page.getByText('Debout', { exact: true }).click()
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  await page.getByRole('button', { name: "J'ai un code promo" }).click()
  await page.getByLabel('Code promo').fill('nimporte')
  await page.getByRole('button', { name: 'Appliquer' }).click()
  await expect(page.getByLabel('Code promo')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Code promo').fill('offert')
  await page.getByLabel('Code promo').press('Enter')
  await expect(page.getByText('Réduction (OFFERT)')).toBeVisible()
  await page.getByRole('button', { name: 'Confirmer', exact: true }).click()
  await expect(page.getByText('Paiement réussi !')).toBeVisible()
  await page.getByRole('link', { name: 'Mes billets' }).last().click()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
})

test('a hidden ticket is shown to who has its code, also after signing in', async ({ page, request }) => {
  const owner = await newPerson(request)
  const event = await sell(
    request,
    owner,
    type('Debout'),
    type('Amis', { hidden: true, access_code: 'AMIS' }),
  )
  await page.goto(`/events/${event.id}`)
  await takenOver(page)
  await expect(page.getByText('Amis', { exact: true })).toBeHidden()
  await page.getByLabel("Vous avez un code d'accès ?").fill('amis')
  await page.getByRole('button', { name: 'Afficher' }).click()
  await page.getByText('Amis', { exact: true }).click()
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
  await signIn(page, await newPerson(request))
  await expect(page.getByRole('region', { name: 'Votre sélection' })).toContainText('Amis')
})

test('a guest takes the last place, gives it back, and it goes to who waits', async ({
  page,
  request,
  browser,
  serverUrl,
}) => {
  const owner = await newPerson(request)
  const event = await sell(request, owner, type('Loge', { nbr_max: 1 }))
  await organiserAt(page, owner, `/dash/events/${event.id}/invitations`)
  await page.getByLabel('Invités').fill('Marie Kabeya, 0970 000 789')
  await page.getByRole('button', { name: 'Inviter' }).click()
  await expect(page.getByRole('heading', { name: 'Marie Kabeya' })).toBeVisible()
  const listed = await request.get(`/api/events/${event.id}/invitations/`, {
    headers: { Authorization: `Bearer ${owner.access}` },
  })
  const { share_url: link } = ((await listed.json()) as { results: [{ share_url: string }] }).results[0]

  const other = await (await browser.newContext({ baseURL: serverUrl })).newPage()
  await other.goto(new URL(link).pathname)
  await expect(other.getByText('Invitation de Marie Kabeya')).toBeVisible()
  await expect(other.getByRole('img', { name: /^Code QR/ })).toBeVisible()
  await buyerAt(other, request, event)
  await other.getByRole('button', { name: 'Rejoindre la liste' }).click()
  await expect(other.getByText('n° 1 sur la liste')).toBeVisible()

  await page.getByRole('button', { name: "Retirer l'invitation de Marie Kabeya" }).click()
  await page.getByRole('button', { name: "Retirer l'invitation", exact: true }).click()
  await expect(toast(page, "L'invitation de Marie Kabeya est retirée.")).toBeVisible()
  await expect(async () => {
    await other.reload()
    await expect(other.getByRole('button', { name: 'Acheter maintenant' })).toBeVisible({ timeout: 3000 })
  }).toPass(OFFERED)
  await other.getByRole('button', { name: 'Acheter maintenant' }).click()
  await expect(other.getByRole('dialog', { name: 'Paiement' })).toContainText('Loge')
  await page.goto(`/dash/events/${event.id}/waiting-list`)
  await expect(page.getByText('Places offertes')).toBeVisible()
  await other.context().close()
})

test('an event is copied for its next edition', async ({ page, request }) => {
  const owner = await newPerson(request)
  const event = await sell(request, owner, type('Debout', { description: 'Avec un verre' }))
  await organiserAt(page, owner, `/dash/events/${event.id}`)
  await page.getByRole('button', { name: `Autres actions pour ${event.name}` }).click()
  await page.getByRole('menuitem', { name: 'Nouvelle édition' }).click()
  await page.getByLabel('Nom', { exact: true }).fill(`${event.name}, bis`)
  await page.getByRole('button', { name: 'Créer la copie' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${event.name}, bis` })).toBeVisible()
  await expect(page.getByText('Brouillon', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Billets', exact: true }).click()
  await expect(page.getByLabel('Nom du billet')).toHaveValue('Debout')
  await page.getByText(/^Options/).click()
  await expect(page.getByLabel('Description')).toHaveValue('Avec un verre')
})
