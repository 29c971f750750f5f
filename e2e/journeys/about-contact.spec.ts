// Who stands behind the product and how to reach them; and that no link of header, footer or card is dead.
import { expect, test, toast, watchApi } from '../support/test.ts'

const NO_NETWORK = 'Problème de connexion. Vérifiez votre réseau !'

test('the FAQ opens one question at a time', async ({ page, visit }) => {
  await visit('/about')
  const open = page.locator('details[open]')
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Comment créer un évènement ?')
  await page.getByText('Comment acheter des billets ?').click()
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('choisissez le billet qui vous convient')
  await page.getByText('Quels sont les moyens de paiement ?').click()
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Par transfert mobile')
})

test('About shows whom to call and where to write, to be read as well', async ({ page, visit }) => {
  await visit('/about')
  const team = page.getByRole('region', { name: "L'équipe" })
  await expect(team.getByText('+243 000 000 000').first()).toBeVisible()
  await expect(team.getByText('organisateurs@tukio.example')).toBeVisible()
  const help = page.getByRole('region', { name: "Besoin d'aide ?" })
  await expect(help.getByText('support@tukio.example')).toBeVisible()
})

test('About leads to an appointment, which is asked for and confirmed', async ({ page, visit }) => {
  await visit('/about')
  await page.getByRole('link', { name: 'Visio sur rendez-vous' }).click()
  await expect(page).toHaveURL('/contact')
  const calls = watchApi(page)
  const submit = page.getByRole('button', { name: 'Demander un rendez-vous' })

  await submit.click()
  await expect(page.getByLabel('Nom')).toHaveAccessibleDescription('Veuillez indiquer votre nom')
  await page.getByLabel('Jour souhaité').fill('2020-01-01')
  await expect(page.getByLabel('Jour souhaité')).toHaveAccessibleDescription(
    'La date ne peut pas être dans le passé',
  )
  expect(calls).toEqual([])

  await page.getByLabel('Nom').fill('Grâce Mbuyi')
  await page.getByLabel('Téléphone').fill('0991234567')
  await page.getByLabel('E-mail (facultatif)').fill('grace@tukio.example')
  await page.getByLabel('Jour souhaité').fill('2099-01-15')
  await page.getByLabel('Heure souhaitée').fill('14:30')
  await page.getByLabel('Message').fill('Je prépare un festival à Likasi.')

  await page.route('**/api/contact/', (route) => route.abort())
  await submit.click()
  await expect(toast(page, NO_NETWORK)).toBeVisible()
  await page.unroute('**/api/contact/')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('Je prépare un festival à Likasi.')

  await submit.click()
  await expect(page.getByText('Merci Grâce Mbuyi, votre demande est bien reçue.')).toBeVisible()
  expect(calls.at(-1)).toBe('POST /api/contact/')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('no link of the public pages is dead', async ({ page, request, visit }) => {
  const seen = new Set<string>()
  for (const address of [
    '/',
    '/events',
    '/calendar',
    '/card',
    '/users',
    '/about',
    '/contact',
    '/nulle/part',
  ]) {
    await visit(address)
    // By host, not by how it is written: the feed of the calendar is offered as `webcal:`.
    const links = await page.locator('a[href]:not([href^="#"])').evaluateAll((all) =>
      (all as HTMLAnchorElement[])
        .map(({ href }) => new URL(href))
        .filter(({ host }) => host === location.host)
        .map(({ pathname, search }) => pathname + search),
    )
    for (const link of links) seen.add(link)
  }
  expect(seen).toContain('/calendar.ics')
  for (const link of seen) expect((await request.get(link)).status(), link).toBe(200)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('About reads and opens; Contact says what works', async ({ page }) => {
    await page.goto('/about')
    await page.getByText('Comment acheter des billets ?').click()
    await expect(page.locator('details[open]')).toHaveCount(1)
    await page.goto('/contact')
    await expect(page.getByRole('link', { name: /Par téléphone/ })).toBeVisible()
    await expect(page.locator('#root noscript p')).toContainText('Ce formulaire a besoin de JavaScript.')
  })
})
