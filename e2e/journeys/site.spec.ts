// What every page carries: the newsletter in the footer, the menus, the way past the header.
import { randomUUID } from 'node:crypto'
import { expect, test, toast, watchApi } from '../support/test.ts'

test('the newsletter wants an address, then thanks', async ({ page, visit }) => {
  await visit('/')
  const calls = watchApi(page)
  const footer = page.getByRole('contentinfo')
  const email = footer.getByLabel('Votre adresse e-mail')
  const send = footer.getByRole('button', { name: 'Envoyer' })

  await email.fill('pas une adresse')
  await send.click()
  await expect(email).toHaveAccessibleDescription("L'email doit être valide")
  await expect(email).toBeFocused()
  expect(calls).toEqual([])

  await email.fill(`${randomUUID()}@tukio.example`)
  await send.click()
  await expect(footer.getByText('Merci ! Ouvrez le lien reçu par e-mail.')).toBeVisible()
  expect(calls).toEqual(['POST /api/newsletter/'])
  await expect(footer.locator(':focus')).toContainText('Merci !')
})

test('the newsletter keeps what was typed when the network is gone', async ({ page, visit }) => {
  await visit('/')
  await page.route('**/api/newsletter/', (route) => route.abort())
  const footer = page.getByRole('contentinfo')
  const email = footer.getByLabel('Votre adresse e-mail')
  await email.fill('grace@tukio.example')
  await email.press('Enter')
  await expect(toast(page, 'Problème de connexion. Vérifiez votre réseau !')).toBeVisible()
  await expect(email).toHaveValue('grace@tukio.example')
  await page.unroute('**/api/newsletter/')
  await email.press('Enter')
  await expect(footer.getByText('Merci ! Ouvrez le lien reçu par e-mail.')).toBeVisible()
})

test('the main links are in the header, on phones in the side menu', async ({ page, visit, isMobile }) => {
  await visit('/')
  if (isMobile) await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  const menu = isMobile ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('banner')
  for (const [name, href] of [
    ['Accueil', '/'],
    ['Évènements', '/events'],
    ['Calendrier', '/calendar'],
    ['Carte', '/card'],
    ['Utilisateurs', '/users'],
    ['À propos', '/about'],
    ['Connexion', '/login'],
    ['Inscription', '/register'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(menu.getByRole('link', { name: 'Accueil', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await menu.getByRole('link', { name: 'Évènements', exact: true }).click()
  await expect(page).toHaveURL('/events')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the side menu closes by its button and by Escape', async ({ page, visit, isMobile }) => {
  test.skip(!isMobile, 'phones only')
  await visit('/')
  const open = page.getByRole('button', { name: 'Ouvrir le menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await open.click()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await open.click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
})

test('the first stop of the keyboard leads past the header', async ({ page, visit }) => {
  await visit('/events')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Aller au contenu' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('an unknown address has a way home and a number to call', async ({ page, visit }) => {
  await visit('/nulle/part')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Page non trouvée' })).toBeVisible()
  await expect(page.getByText(/^Cette adresse ne mène nulle part/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contactez le support' })).toHaveAttribute(
    'href',
    /^tel:\+\d{6,}$/,
  )
  await page.getByRole('link', { name: "Retour à l'accueil" }).click()
  await expect(page).toHaveURL('/')
})

test('"Commencer maintenant" leads visitors to registration', async ({ page, visit }) => {
  await visit('/')
  await page.getByRole('link', { name: 'Commencer maintenant' }).click()
  await expect(page).toHaveURL('/register')
})
