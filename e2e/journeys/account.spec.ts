// The account itself: its password, the devices it is open on, its look, its data, its end.
import { readFile } from 'node:fs/promises'
import { accountMenu, PASSWORD, signIn, storedSession } from '../support/accounts.ts'
import { openSettings } from '../support/settings.ts'
import { expect, takenOver, test, toast } from '../support/test.ts'

const NEW_PASSWORD = 'malachite-8'

test('a new password opens the door, the old one no more', async ({ page, visit, request }) => {
  const person = await openSettings(page, request, 'securite')
  await page.getByLabel('Mot de passe actuel').fill('pas-le-bon')
  await page.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD)
  await page.getByLabel('Confirmer mot de passe').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByText('Le mot de passe actuel est incorrect')).toBeVisible()
  await expect(page.getByLabel('Mot de passe actuel')).toBeFocused()
  await page.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByText(/^Votre mot de passe est changé/)).toBeVisible()

  await visit('/logout')
  await signIn(page, person)
  await expect(page.getByText("Nom d'utilisateur ou mot de passe incorrect.")).toBeVisible()
  await page.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(accountMenu(page, person)).toBeVisible()
})

test('a device signed out from here is sent to the login page there', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const person = await openSettings(page, request)
  const elsewhere = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const there = await elsewhere.newPage()
  await there.goto('/login?redirect=/dash')
  await takenOver(there)
  await signIn(there, person)
  await expect(there).toHaveURL('/dash')

  await page.getByRole('tab', { name: 'Sécurité' }).click()
  await expect(page.getByText('Cet appareil')).toHaveCount(1)
  await page.getByRole('button', { name: 'Déconnecter Firefox sur Linux' }).click()
  await expect(toast(page, "L'appareil est déconnecté.")).toBeVisible()
  await expect(page.getByText('Firefox sur Linux')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Appareils connectés' })).toBeFocused()

  await there.reload()
  await expect(there).toHaveURL('/login?redirect=%2Fdash')
  await elsewhere.close()
  await page.reload()
  await expect(accountMenu(page, person)).toBeVisible()
})

test('the appearance follows the choice, here and in the header', async ({ page, request }) => {
  await openSettings(page, request, 'apparence')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveClass('dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: /Dark/ })).toBeChecked()
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(page.getByRole('radio', { name: /Light/ })).toBeChecked()
})

test('one’s data come as a file', async ({ page, request }) => {
  const person = await openSettings(page, request, 'donnees')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`tukio-${person.username}.json`)
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toBeTruthy()
  expect(text).toContain(person.phone)
})

test('deleting says what it does, asks for the password, and frees the name', async ({
  page,
  visit,
  request,
}) => {
  const person = await openSettings(page, request, 'donnees')
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  const dialog = page.getByRole('dialog', { name: 'Supprimer votre compte ?' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await dialog.getByLabel('Votre mot de passe').fill('pas-le-bon')
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(dialog.getByText('Le mot de passe est incorrect')).toBeVisible()
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Votre compte est supprimé.')).toBeVisible()
  await expect(accountMenu(page, person)).toHaveCount(0)
  expect(await storedSession(page)).toEqual({ user: null, token: null })

  await visit('/login')
  await signIn(page, person)
  await expect(page.getByText("Nom d'utilisateur ou mot de passe incorrect.")).toBeVisible()
  const again = await request.post('/api/register/', {
    data: { username: person.username, phone: person.phone, password: PASSWORD, password2: PASSWORD },
  })
  expect(again.status()).toBe(201)
})

test('a toast lies above an open dialog and can be closed there', async ({ page, request }) => {
  await openSettings(page, request, 'donnees')
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await page.route('**/api/account/delete/', (route) => route.abort())
  await page.getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(toast(page, 'Problème de connexion. Vérifiez votre réseau !')).toBeVisible()
  await page.getByRole('button', { name: 'Fermer la notification' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await expect(page.getByRole('dialog', { name: 'Supprimer votre compte ?' })).toBeVisible()
})
