// Every screen, in both themes and on both screens: axe finds nothing, and nothing scrolls sideways.
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/accessible.ts'
import { newPerson, signIn } from '../support/accounts.ts'
import { atTheTickets } from '../support/buying.ts'
import { closeAllChannels, closeChannels } from '../support/channels.ts'
import { type Event, paidEvent } from '../support/events.ts'
import { channels, openDialog } from '../support/payment-dialog.ts'
import { openSettings } from '../support/settings.ts'
import { expect, test } from '../support/test.ts'

interface Screen {
  name: string
  address: (event: Event) => string
  /** Turns the screen to its second face, which is looked at too. */
  secondFace?: (page: Page) => Promise<void>
}

const press = (role: 'button' | 'tab', name: string) => (page: Page) => page.getByRole(role, { name }).click()

const screens: Screen[] = [
  { name: 'home', address: () => '/' },
  { name: 'event list', address: () => '/events' },
  { name: 'empty list', address: () => '/events?name=zzzzzz&town=Goma&is_free=true' },
  { name: 'event', address: (event) => `/events/${event.id}`, secondFace: press('tab', 'Partager') },
  { name: 'calendar, month', address: () => '/calendar?view=month' },
  { name: 'calendar, agenda', address: () => '/calendar?view=agenda' },
  { name: 'map', address: () => '/card', secondFace: press('button', 'Tout le pays') },
  { name: 'about', address: () => '/about' },
  { name: 'contact', address: () => '/contact', secondFace: press('button', 'Demander un rendez-vous') },
  { name: 'login', address: () => '/login', secondFace: press('button', 'Se connecter') },
  { name: 'register', address: () => '/register', secondFace: press('button', "S'inscrire") },
  { name: 'directory', address: () => '/users?activity=DJ' },
  { name: 'forgotten password', address: () => '/forgotten-password' },
  {
    name: 'new password',
    address: () => '/reset-password?token=x',
    secondFace: press('button', 'Changer le mot de passe'),
  },
  { name: 'unknown event', address: () => '/events/1' },
  { name: 'not found', address: () => '/nulle/part' },
]

// Without motion axe sees where things end up, not where they are on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, address, secondFace } of screens) {
  test(name, async ({ page, visit, request }) => {
    await visit(address(await paidEvent(request)))
    await expectAccessibleInBothThemes(page)
    if (!secondFace) return
    await secondFace(page)
    await expectAccessibleInBothThemes(page)
  })
}

test('open menus and a toast', async ({ page, visit, isMobile }) => {
  await visit('/')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('contentinfo').getByLabel('Votre adresse e-mail').fill('grace@tukio.example')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('button', { name: 'Fermer la notification' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  if (!isMobile) return
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  await expectAccessibleInBothThemes(page)
})

test('my space and the account menu', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/dash')
  await signIn(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: `Compte de ${person.username}` }).click()
  await expectAccessibleInBothThemes(page)
})

test('the ways to pay: all open, one closed, none open', async ({ page, visit, request }) => {
  await atTheTickets(page, visit, request)
  const look = async () => {
    await openDialog(page)
    await expect(channels(page).getByRole('radio')).toHaveCount(5)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Annuler' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await look()
  await closeChannels(page, { orange: "Fermé en ce moment par l'opérateur." })
  await look()
  await closeAllChannels(page)
  await look()
})

test('the ways to pay: not told yet, and not told at all', async ({ page, visit, request }) => {
  await atTheTickets(page, visit, request)
  let refuse: () => void = () => undefined
  const told = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/api/payments/channels/*', async (route) => {
    await told
    await route.fulfill({ status: 500, json: {} })
  })
  await openDialog(page)
  await expect(channels(page).getByText('Chargement des moyens de paiement…')).toBeAttached()
  await expectAccessibleInBothThemes(page)
  refuse()
  await expect(channels(page).getByText(/^Le choix n'a pas pu être affiché\./)).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('a profile', async ({ page, visit, request }) => {
  await visit(`/users/${(await paidEvent(request)).owner.id}`)
  await expectAccessibleInBothThemes(page)
})

test('the settings, tab by tab, and the last question', async ({ page, request }) => {
  await openSettings(page, request)
  for (const tab of ['Profil', 'Prestataire', 'Sécurité', 'Apparence', 'Mes données']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.waitForLoadState('networkidle')
    await expectAccessibleInBothThemes(page)
  }
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await expect(page.getByLabel('Votre mot de passe')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
