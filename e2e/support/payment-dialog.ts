// The payment dialog as the journeys see it: its endings, its countdown, its ways to pay.
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const timer = (page: Page) => dialog(page).getByRole('timer')
export const succeeded = (page: Page) => dialog(page).getByRole('heading', { name: 'Paiement réussi !' })
export const failed = (page: Page) => dialog(page).getByRole('heading', { name: 'Paiement échoué' })
export const paymentLink = (page: Page) => page.getByRole('link', { name: 'Ouvrir la page de paiement' })
export const channels = (page: Page) => dialog(page).getByRole('group', { name: 'Payer avec' })
export const channel = (page: Page, name: string) => channels(page).getByRole('radio', { name })
export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmer et payer' })

/** In "Mes billets": a payment that is followed further. */
export const notice = (page: Page, title: string | RegExp) =>
  page.getByRole('list', { name: 'Paiements à suivre' }).getByRole('heading', { name: title })

/** From the event's page to the summary, with one ticket chosen. */
export async function openDialog(page: Page): Promise<void> {
  // Once chosen it is named by the selection, too.
  await page.getByText('Debout', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Procéder au paiement' }).click()
}

/** The countdown runs out in the browser, at once; the server's own time goes on as ever. */
export async function letTimeRunOut(page: Page): Promise<void> {
  await expect(timer(page)).toHaveText(/^\d:\d\d$/)
  await page.clock.pauseAt(Date.now() + 1000)
  const [minutes = 0, seconds = 0] = (await timer(page).innerText()).split(':').map(Number)
  const left = 60 * minutes + seconds
  await page.clock.fastForward((left - 9) * 1000)
  // A second may have begun between the pause and the reading.
  await expect(timer(page)).toHaveText(/^0:0[89]$/)
  await page.clock.fastForward(9000)
  await expect(failed(page)).toBeVisible()
  await expect(dialog(page).getByText(/^La confirmation n'est pas arrivée à temps\./)).toBeVisible()
  await page.clock.resume()
}
