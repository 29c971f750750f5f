// What people keep about themselves: the profile, the picture, what they offer. Nothing typed is lost on the way.
import type { APIRequestContext, Page } from '@playwright/test'
import { accountMenu, newName, newPerson } from '../support/accounts.ts'
import { paidEvent } from '../support/events.ts'
import {
  type ChosenFile,
  firstHalfOf,
  goodPicture,
  heavyFile,
  pixelBomb,
  scriptedDrawing,
  textNamedAsPicture,
} from '../support/pictures.ts'
import { activity, openSettings, save } from '../support/settings.ts'
import { expect, test, toast } from '../support/test.ts'

const NO_PICTURE = 'Le fichier doit être une image (PNG, JPEG, etc.)'
const NO_NETWORK = 'Problème de connexion. Vérifiez votre réseau !'

test('the profile is changed, seen at once in the header, and there after a reload', async ({
  page,
  request,
}) => {
  await openSettings(page, request)
  const name = newName()
  await expect(save(page)).toBeDisabled()
  await page.getByLabel("Nom d'utilisateur").fill(name.username)
  await page.getByLabel('Numéro de téléphone').fill(name.phone)
  await activity(page).selectOption('Traiteur')
  await save(page).click()
  await expect(toast(page, 'Votre profil est enregistré.')).toBeVisible()
  await expect(accountMenu(page, name)).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expect(save(page)).toBeFocused()

  await page.reload()
  await expect(page.getByLabel("Nom d'utilisateur")).toHaveValue(name.username)
  await expect(activity(page)).toHaveValue('Traiteur')
  const found = await request.get('/api/users/', { params: { search: name.username } })
  expect(await found.json()).toMatchObject({ count: 1, results: [{ profile: { activity: 'Traiteur' } }] })
})

test('what is wrong or taken is told under its field, and the form stays filled', async ({
  page,
  request,
}) => {
  const other = await newPerson(request)
  await openSettings(page, request)
  const username = page.getByLabel("Nom d'utilisateur")
  await username.fill('ab')
  await page.getByLabel('Adresse e-mail', { exact: true }).fill('elodie')
  await save(page).click()
  await expect(username).toHaveAccessibleDescription(
    "Le nom d'utilisateur doit contenir au moins 3 caractères",
  )
  await expect(page.getByText("L'email doit être valide")).toBeVisible()
  await expect(username).toBeFocused()

  await username.fill(other.username)
  await page.getByLabel('Adresse e-mail', { exact: true }).fill('')
  await save(page).click()
  await expect(username).toHaveAccessibleDescription("Ce nom d'utilisateur est déjà utilisé")

  await page.route('**/api/profile/', (route) => route.abort())
  await save(page).click()
  await expect(toast(page, NO_NETWORK)).toBeVisible()
  await expect(username).toHaveValue(other.username)
})

test('a picture is sent, shown everywhere, and taken away again', async ({ page, request }) => {
  const person = await openSettings(page, request)
  await choosePicture(page, goodPicture())
  await expect(toast(page, 'Votre photo est enregistrée.')).toBeVisible()
  const inHeader = accountMenu(page, person).locator('img')
  await expect(inHeader).toHaveAttribute('src', /^\/media\/avatars\//)
  await expect.poll(() => inHeader.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256)

  await page.getByRole('button', { name: 'Retirer' }).click()
  await page.getByRole('button', { name: 'Retirer la photo' }).click()
  await expect(toast(page, 'Votre photo est retirée.')).toBeVisible()
  await expect(inHeader).toHaveAttribute('src', /^\/pictures\/avatars\//)
  await expect(page.getByLabel('Choisir une photo')).toBeFocused()
})

const REFUSED: [what: string, file: (request: APIRequestContext) => Promise<ChosenFile>, words: string][] = [
  ['a file of 5.1 MB', async () => heavyFile(), "L'image ne doit pas dépasser 5 Mo"],
  ['a text under a picture’s name', async () => textNamedAsPicture(), NO_PICTURE],
  ['a bomb of pixels', async () => pixelBomb(), "L'image compte trop de pixels (40 millions au plus)"],
  ['a drawing with a script', async () => scriptedDrawing(), NO_PICTURE],
  ['half a photograph', halfPhotograph, "L'image est incomplète ou abîmée"],
]

for (const [what, file, words] of REFUSED) {
  test(`${what} is refused in clear words, and nothing is stored`, async ({ page, request }) => {
    const person = await openSettings(page, request)
    await choosePicture(page, await file(request))
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    const session = await request.get('/api/profile/', {
      headers: { Authorization: `Bearer ${person.access}` },
    })
    expect(await session.json()).toMatchObject({ profile: { img_url: null } })
  })
}

test('what a professional offers is read on their page', async ({ page, request }) => {
  const person = await openSettings(page, request, 'prestataire')
  await activity(page).selectOption('Photographe')
  await page.getByLabel('Présentation').fill('Mariages et portraits.\nDepuis 2015.')
  await expect(page.getByText('35 / 2000 caractères')).toBeVisible()
  await page.getByLabel('Ville').selectOption('Kolwezi')
  await page.getByLabel('Indication de prix').fill('à partir de 80 USD')
  await page.getByLabel('Lien 1').fill('instagram.com/tukio.example')
  await save(page).click()
  await expect(toast(page, 'Votre fiche de prestataire est enregistrée.')).toBeVisible()

  await page.locator('input[type=file][multiple]').setInputFiles([goodPicture(), textNamedAsPicture()])
  await expect(page.getByRole('img', { name: 'Portfolio 1' })).toBeVisible()
  await expect(page.getByText(NO_PICTURE)).toBeVisible()
  await page.getByRole('button', { name: 'Retirer', exact: true }).click()
  await expect(page.getByText(NO_PICTURE)).toHaveCount(0)
  const portfolio = page.getByRole('heading', { name: 'Portfolio' })
  await expect(portfolio).toBeFocused()

  const found = await request.get('/api/users/', { params: { search: person.username } })
  const { results } = (await found.json()) as { results: { id: number }[] }
  await page.goto(`/users/${results[0]?.id}`)
  await expect(page.getByText('Mariages et portraits.')).toBeVisible()
  await expect(page.getByText('Kolwezi', { exact: true })).toBeVisible()
  await expect(page.getByText('à partir de 80 USD')).toBeVisible()
  await expect(page.getByRole('link', { name: 'instagram.com' })).toHaveAttribute(
    'rel',
    'noopener nofollow ugc',
  )
  await page.getByRole('link', { name: /^Agrandir l'image 1/ }).click()
  await expect(page.getByRole('dialog', { name: `Portfolio de ${person.username}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('link', { name: 'Modifer' }).click()
  await page.getByRole('tab', { name: 'Prestataire' }).click()
  await page.getByRole('button', { name: "Supprimer l'image 1" }).click()
  await page.getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Portfolio 1' })).toHaveCount(0)
  await expect(portfolio).toBeFocused()
})

test('a failed upload stays and is sent again', async ({ page, request }) => {
  await openSettings(page, request, 'prestataire')
  await page.route('**/api/profile/portfolio/', (route) => route.abort())
  await page.locator('input[type=file][multiple]').setInputFiles(goodPicture())
  await expect(page.getByText("L'envoi n'a pas abouti.")).toBeVisible()
  await expect(toast(page, NO_NETWORK)).toBeVisible()
  await page.unroute('**/api/profile/portfolio/')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('img', { name: 'Portfolio 1' })).toBeVisible()
})

test('tabs keep what was typed; leaving asks first', async ({ page, request }) => {
  const person = await openSettings(page, request)
  await page.getByLabel("Nom d'utilisateur").fill('presque-moi')
  await page.getByRole('tab', { name: 'Sécurité' }).click()
  await expect(page).toHaveURL('/dash/settings?tab=securite')
  await page.goBack()
  await expect(page.getByLabel("Nom d'utilisateur")).toHaveValue('presque-moi')

  await page.getByRole('banner').getByRole('link', { name: 'Tukio, accueil' }).click()
  await page.getByRole('button', { name: 'Rester ici' }).click()
  await expect(page).toHaveURL('/dash/settings')
  await expect(page.getByLabel("Nom d'utilisateur")).toHaveValue('presque-moi')
  await page.getByRole('banner').getByRole('link', { name: 'Tukio, accueil' }).click()
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page, person)).toBeVisible()
})

async function choosePicture(page: Page, file: ChosenFile): Promise<void> {
  await page.getByLabel(/une photo|la photo/).setInputFiles(file)
}

async function halfPhotograph(request: APIRequestContext): Promise<ChosenFile> {
  const event = await paidEvent(request)
  const answer = await request.get(`/pictures/social/${event.id}.jpg`)
  return firstHalfOf(await answer.body())
}
