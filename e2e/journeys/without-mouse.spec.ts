// From the home page to a ticket in the hand, by keyboard alone: no press of a mouse, no focus that a script has set.
import { newName, newPerson, PASSWORD } from '../support/accounts.ts'
import { SETTLED } from '../support/buying.ts'
import { createEvent } from '../support/events.ts'
import { Keyboard } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

test('somebody without a mouse searches, registers, buys two tickets and shows the code', async ({
  page,
  visit,
  request,
}) => {
  test.slow()
  const ttype = JSON.stringify([
    { label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' },
    { label: 'VIP', price: 40, nbr_max: 50, devise: 'USD' },
  ])
  const name = `Récital ${Date.now()}`
  await createEvent(request, await newPerson(request), { name, ttype })
  const keys = await Keyboard.of(page)

  await test.step('past the header, the search', async () => {
    await visit('/')
    await keys.tabTo('link', 'Aller au contenu')
    await keys.press('Enter')
    await keys.tabTo('searchbox', 'Chercher votre évènement')
    await keys.type(name)
    await keys.press('Enter')
    await keys.arriveAt(/\/events\?name=/)
    await keys.tabTo('link', name)
    await keys.press('Enter')
    await keys.arriveAt(/\/events\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('the type by arrows, the quantity', async () => {
    await keys.tabTo('radio', /^Debout/)
    await keys.press('Space')
    await keys.press('ArrowDown')
    expect((await keys.look()).name).toMatch(/^VIP/)
    await keys.press('ArrowUp')
    expect((await keys.look()).name).toMatch(/^Debout/)
    await keys.tabTo('spinbutton', 'Quantité')
    await keys.press('Control+A')
    await keys.type('2')
    await keys.tabTo('button', 'Procéder au paiement')
    await keys.press('Enter')
    await keys.arriveAt(/\/login\?redirect=/)
  })

  await test.step('an account on the way', async () => {
    const { username, phone } = newName()
    await keys.tabTo('link', "S'inscrire")
    await keys.press('Enter')
    await keys.arriveAt(/\/register\?redirect=/)
    await keys.tabTo('textbox', "Nom d'utilisateur")
    await keys.type(username)
    await keys.tabTo('textbox', 'Numéro de téléphone')
    await keys.type(phone)
    await keys.tabTo('textbox', 'Mot de passe')
    await keys.type(PASSWORD)
    await keys.tabTo('textbox', 'Confirmer mot de passe')
    await keys.type(PASSWORD)
    await keys.press('Enter')
    await expect(page.getByRole('dialog').getByText(/^2 × 10/)).toBeVisible()
  })

  await test.step('the dialog keeps the keyboard inside, and gives it back', async () => {
    for (let stop = 0; stop < 15; stop++) {
      await keys.press('Tab')
      expect(await page.evaluate(isBehindDialog), 'the focus is behind the dialog').toBe(false)
    }
    await keys.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await keys.look()).toEqual({ role: 'button', name: 'Procéder au paiement' })
    await keys.press('Enter')
    await expect(page.getByRole('dialog').getByText(/^2 × 10/)).toBeVisible()
  })

  await test.step('the way to pay, by arrows', async () => {
    await keys.tabTo('radio', /M-Pesa/)
    await keys.press('ArrowRight')
    expect((await keys.look()).role).toBe('radio')
    await keys.press('ArrowLeft')
    expect((await keys.look()).name).toMatch(/M-Pesa/)
    await keys.tabTo('button', 'Confirmer et payer')
    const opened = page.waitForEvent('popup')
    await keys.press('Enter')
    const popup = await opened
    await popup.waitForURL(/\/sandbox\/pay\//)
    const closed = popup.waitForEvent('close')
    const there = await Keyboard.of(popup)
    await there.tabTo('textbox', 'Numéro de téléphone')
    await there.type('0970000789')
    await there.tabTo('button', 'Payer par téléphone')
    await there.press('Enter')
    await closed
    await expect(page.getByRole('heading', { name: 'Paiement réussi !' })).toBeVisible(SETTLED)
  })

  await test.step('the ticket and its code', async () => {
    await keys.tabTo('link', 'Mes billets')
    await keys.press('Enter')
    await keys.arriveAt(/\/dash\/tickets/)
    await keys.tabTo('button', name)
    await keys.press('Enter')
    await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible()
    // Where the focus is: at the ticket that was opened, not at the top of the page.
    await keys.tabTo('button', 'Transmettre le billet')
  })
})

/** Neither in it nor at the browser's own bars. */
function isBehindDialog(): boolean {
  const element = document.activeElement
  return element !== null && element !== document.body && !element.closest('dialog[open]')
}
