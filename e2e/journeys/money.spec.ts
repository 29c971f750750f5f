// Money that goes back: a holder asks, an event is cancelled, an event gets another date.
import type { Page } from '@playwright/test'
import { type Person, signIn } from '../support/accounts.ts'
import { SETTLED } from '../support/buying.ts'
import { soldEvening } from '../support/door.ts'
import { longDate } from '../support/events.ts'
import { day } from '../support/organising.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

async function arrive(page: Page, person: Person, address: string) {
  await page.goto(`/login?redirect=${encodeURIComponent(address)}`)
  await takenOver(page)
  await signIn(page, person)
  await expect(page).toHaveURL(new RegExp(`${address}$`))
}

const more = (page: Page) => page.getByRole('button', { name: /^Autres actions/ })

test('a holder asks for the money of a ticket, and the organiser gives it back', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const fields = { started_at: day(9), refund_policy: 'always' }
  const { event, owner, buyer } = await soldEvening(request, 2, fields)
  await arrive(page, buyer, '/dash/tickets')
  await page.getByRole('button', { name: event.name }).first().click()
  await page.getByRole('button', { name: 'Demander un remboursement' }).click()
  await page.getByLabel('Pourquoi ?').fill('Je serai en voyage.')
  await page.getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(toast(page, 'Votre demande est envoyée.')).toBeVisible()
  await expect(page.getByText(/^Remboursement demandé · 10 USD/)).toBeVisible()

  const desk = await browser.newPage({ baseURL })
  await arrive(desk, owner, `/dash/events/${event.id}/refunds`)
  await expect(desk.getByText('« Je serai en voyage. »')).toBeVisible()
  await desk.getByRole('button', { name: 'Accepter' }).click()
  await desk.getByRole('button', { name: 'Rembourser 10 USD' }).click()
  await expect(toast(desk, 'Le remboursement est demandé.')).toBeVisible()
  await expect(desk.getByRole('heading', { name: /^Demandes à traiter/ })).toHaveCount(0)
  await expect(desk.getByRole('heading', { name: /^Remboursements$/ })).toBeFocused()
  await desk.close()

  await page.reload()
  await expect(page.getByText(/^Rembours(é en partie|ement partiel en cours)$/)).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Remboursé', { exact: true })).toBeVisible(SETTLED)
})

test('cancelling says what it costs, and then how far it is', async ({ page, request }) => {
  const { event, owner } = await soldEvening(request, 3, { started_at: day(9) })
  await arrive(page, owner, `/dash/events/${event.id}`)
  await more(page).click()
  await page.getByRole('menuitem', { name: "Annuler l'évènement" }).click()
  const question = page.getByRole('dialog', { name: 'Annuler cet évènement ?' })
  await expect(question.getByText('30 USD')).toBeVisible()
  await expect(question.getByText(/n'a pas laissé d'adresse e-mail/)).toBeVisible()
  await question.getByLabel(/^Message aux participants/).fill('La salle est fermée.')
  await question.getByRole('button', { name: "Annuler l'évènement" }).click()
  await expect(toast(page, "L'évènement est annulé.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Annulation terminée' })).toBeVisible(SETTLED)
  await page.goto(`/dash/events/${event.id}/refunds`)
  await expect(page.getByRole('heading', { name: /^(En cours|Rendus) \(1\)$/ })).toBeVisible(SETTLED)
})

test('an event gets another date, and everybody is told', async ({ page, request }) => {
  const { event, owner, buyer } = await soldEvening(request, 1, { started_at: day(9) })
  await arrive(page, owner, `/dash/events/${event.id}`)
  await more(page).click()
  await page.getByRole('menuitem', { name: 'Reporter' }).click()
  await page.getByLabel('Nouvelle date').fill(day(30))
  await page.getByLabel("Remboursement jusqu'au").fill(day(20))
  await page.getByRole('button', { name: "Reporter l'évènement" }).click()
  await expect(page.getByText(`Reporté au ${longDate(day(30))}.`, { exact: true })).toBeVisible()
  await page.goto(`/events/${event.id}`)
  await expect(page.getByText(/^Reporté du .* Remboursable jusqu'au /)).toBeVisible()

  await page.goto('/logout')
  await arrive(page, buyer, '/dash/tickets')
  await page.getByRole('button', { name: event.name }).click()
  await expect(page.getByText(`Reporté au ${longDate(day(30))}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Demander un remboursement' })).toBeVisible()
})

test('the owner reads what is due, and who did what', async ({ page, request }) => {
  const { event, owner } = await soldEvening(request, 2, { started_at: day(9) })
  await arrive(page, owner, `/dash/events/${event.id}/settlement`)
  await expect(page.getByRole('region', { name: 'USD' })).toContainText('20 USD')
  for (const [button, file] of [
    ['PDF', 'pdf'],
    ['Excel (XLSX)', 'xlsx'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toBe(`reglement-${event.id}.${file}`)
  }
  await page.getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByText(`${owner.username} a créé l'évènement`)).toBeVisible()
})
