// From the home page to a ticket in the hand, by the accessibility tree alone: everything is found by its role and its name,
// and what changes elsewhere on the screen is announced.
import type { Page } from '@playwright/test'
import { newName, newPerson, PASSWORD } from '../support/accounts.ts'
import { expectAnnounced, recordAnnouncements } from '../support/announcements.ts'
import { SETTLED } from '../support/buying.ts'
import { createEvent } from '../support/events.ts'
import { expect, takenOver, test } from '../support/test.ts'

type Role = Parameters<Page['getByRole']>[0]

/** Somebody who knows the page by what a screen reader says of it. */
class Listener {
  constructor(readonly page: Page) {}

  find(role: Role, name: string | RegExp) {
    return this.page.getByRole(role, { name, exact: typeof name === 'string' })
  }

  /** As screen readers do: the element's own action, wherever it is drawn. */
  async press(role: Role, name: string | RegExp): Promise<void> {
    await expect(this.find(role, name)).toBeEnabled()
    await this.find(role, name).dispatchEvent('click')
  }

  async fill(role: Role, name: string, text: string): Promise<void> {
    await this.find(role, name).fill(text)
  }

  async meets(role: Role, name: string | RegExp): Promise<void> {
    await expect(this.find(role, name)).toBeVisible()
  }

  async hears(words: string | RegExp): Promise<void> {
    await expectAnnounced(this.page, words)
  }
}

test('somebody who listens searches, registers, buys two tickets and has the code', async ({
  page,
  request,
}) => {
  test.slow()
  const name = `Veillée ${Date.now()}`
  const ttype = JSON.stringify([{ label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' }])
  await createEvent(request, await newPerson(request), { name, ttype })
  await recordAnnouncements(page)
  const listener = new Listener(page)

  await test.step('a search that finds nothing, and one that finds the event', async () => {
    await page.goto('/')
    await takenOver(page)
    await listener.fill('searchbox', 'Chercher votre évènement', `${name} zzz`)
    await listener.press('button', 'Rechercher')
    await listener.hears('Aucun évènement trouvé')
    await listener.fill('searchbox', 'Chercher votre évènement', name)
    await listener.press('button', 'Rechercher')
    await listener.hears('1 évènement affiché')
  })

  await test.step('the event says its name, and the choice its total', async () => {
    await listener.press('link', name)
    await listener.hears(name)
    await listener.meets('heading', name)
    await listener.press('radio', /^Debout/)
    await listener.fill('spinbutton', 'Quantité', '2')
    await listener.hears(/Total 20\s*USD/)
    await listener.press('button', 'Procéder au paiement')
  })

  await test.step('what is missing on the way to an account is said', async () => {
    await listener.hears('Connexion')
    await listener.press('link', "S'inscrire")
    await listener.hears('Inscription')
    await listener.press('button', "S'inscrire")
    await listener.hears("Le nom d'utilisateur doit contenir au moins 3 caractères")
    const { username, phone } = newName()
    await listener.fill('textbox', "Nom d'utilisateur", username)
    await listener.fill('textbox', 'Numéro de téléphone', phone)
    await listener.fill('textbox', 'Mot de passe', PASSWORD)
    await listener.fill('textbox', 'Confirmer mot de passe', PASSWORD)
    await listener.press('button', "S'inscrire")
    await listener.meets('dialog', 'Paiement')
  })

  await test.step('a payment that is refused, and one that succeeds', async () => {
    await listener.press('radio', /^M-Pesa/)
    await pay(listener, 'Confirmer et payer', '0970000039')
    await listener.hears('En attente de confirmation du paiement...')
    await listener.hears(/Paiement échoué.*Le paiement a été refusé\./)
    await pay(listener, 'Réessayer', '0970000789')
    await listener.hears('Paiement réussi !')
  })

  await test.step('the ticket and its code', async () => {
    await listener.press('link', 'Mes billets')
    await listener.hears('Mes billets')
    await listener.find('button', name).first().dispatchEvent('click')
    await listener.meets('dialog', /^Billet /)
    await listener.meets('img', /^Code QR du billet /)
    await listener.press('button', 'Billet suivant')
    await listener.hears('Billet 2 sur 2')
  })
})

async function pay(listener: Listener, button: string, phone: string): Promise<void> {
  const opened = listener.page.waitForEvent('popup')
  await listener.press('button', button)
  const popup = new Listener(await opened)
  const closed = popup.page.waitForEvent('close', SETTLED)
  await popup.fill('textbox', 'Numéro de téléphone', phone)
  await popup.press('button', 'Payer par téléphone')
  await closed
}
