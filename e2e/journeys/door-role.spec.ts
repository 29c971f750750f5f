// Somebody for the door only: named by the owner, invited by mail, and shown the way to the gate and nothing else.
import { newPerson, proveEmail, signIn } from '../support/accounts.ts'
import { create, enter, fillFacts } from '../support/organising.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

const AT_DOOR = 'À la porte seulement'
const REFUSAL = "Cette page est réservée aux organisateurs de l'évènement."

test('the owner names somebody for the door only, who scans and sees nothing else of the event', async ({
  page,
  request,
  browser,
  baseURL,
  mailbox,
}) => {
  const owner = await enter(page, request, '/dash/events/add')
  const name = `Porte de ${owner.username}`
  const address = `${owner.username}@porte.example`
  await fillFacts(page, name)
  await page.getByRole('button', { name: 'Ajouter un type de billet' }).click()
  await page.getByLabel('Nom du billet').fill('Debout')
  await page.getByLabel('Prix').fill('10')
  await page.getByLabel('Nombre de billets').fill('100')
  await page.getByLabel('Rôle des personnes que vous ajoutez').selectOption(AT_DOOR)
  await page.getByLabel('Adresse e-mail', { exact: true }).fill(address)
  await page.getByLabel('Adresse e-mail', { exact: true }).press('Enter')
  await create(page).click()
  await expect(page).toHaveURL(/\/dash\/events\/\d{12}$/)
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText(AT_DOOR)
  const event = new URL(page.url()).pathname

  const { text = '' } = await mailbox.mailTo(address, 'Contrôlez les billets de')
  expect(text).toContain(`vous invite à contrôler les billets de « ${name} »`)
  const invitation = /\/invitations\/[\w-]+/.exec(text)?.[0] ?? ''
  const helper = await newPerson(request)
  await proveEmail(request, helper, address, mailbox)
  const phone = await browser.newPage({ baseURL })
  await phone.goto(invitation)
  await takenOver(phone)
  await expect(phone.getByText(`${owner.username} vous invite à contrôler les billets de`)).toBeVisible()
  await phone.getByRole('link', { name: 'Accepter' }).click()
  await signIn(phone, helper)
  await phone.getByRole('button', { name: 'Accepter' }).click()
  await expect(toast(phone, 'Vous êtes à la porte de cet évènement.')).toBeVisible()

  const card = phone.getByRole('article').filter({ hasText: name })
  const scan = card.getByRole('link', { name: 'Scanner les billets' })
  await expect(scan).toBeVisible()
  await expect(card.getByText(/vendus/)).toHaveCount(0)
  expect(await card.getByRole('link').allTextContents()).toEqual(['Scanner les billets', 'Voir la page'])
  for (const organising of ['', '/edit', '/ticket']) {
    await phone.goto(`${event}${organising}`)
    await expect(phone.getByText(REFUSAL)).toBeVisible()
    await expect(phone.getByRole('textbox')).toHaveCount(1)
  }
  await phone.getByRole('link', { name: 'Scanner les billets' }).click()
  await expect(phone.getByLabel('Nom de la porte')).toBeVisible()

  await page.goto(`${event}/edit`)
  const role = page.getByLabel(`Rôle de ${helper.username}`)
  await expect(role.locator('option:checked')).toHaveText(AT_DOOR)
  await role.selectOption('Organise avec moi')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, 'Vos changements sont enregistrés.')).toBeVisible()
  await expect(page.getByText(AT_DOOR)).toHaveCount(0)
  await phone.goto(`${event}/edit`)
  await expect(phone.getByLabel("Nom de l'évènement")).toHaveValue(name)
  await phone.close()
})
