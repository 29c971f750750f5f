// An organiser at work: an event with a picture and tickets, changed, found everywhere.
import { createEvent, paidEvent } from '../support/events.ts'
import { choosePicture, create, day, enter, fillFacts, ticket } from '../support/organising.ts'
import { goodPicture, heavyFile, scriptedDrawing } from '../support/pictures.ts'
import { expect, test, toast } from '../support/test.ts'

const PAST = 'La date de début ne peut pas être dans le passé'

test('every rule speaks under its field, in the words of the specification', async ({ page, request }) => {
  await enter(page, request, '/dash/events/add')
  await page.getByRole('button', { name: 'Ajouter un type de billet' }).click()
  await create(page).click()
  const name = page.getByLabel("Nom de l'évènement")
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription("Le nom de l'évènement doit contenir au moins 2 caractères")
  for (const message of [
    'Veuillez sélectionner une catégorie !',
    "L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00).",
    'Veuillez fournir une ville',
    'Le nom est requis',
    'Le prix doit être un nombre',
    'La quantité doit être un entier',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  await page.getByLabel('Date de début').fill(day(-3))
  await page.getByLabel('Date de fin').fill(day(-4))
  await ticket(page, 1).getByLabel('Prix').fill('-5')
  await ticket(page, 1).getByLabel('Nombre de billets').fill('0')
  await page.getByLabel('Adresse e-mail', { exact: true }).fill('marie')
  await create(page).click()
  for (const message of [
    PAST,
    'La date de fin doit être supérieure ou égale à la date de début',
    'Le prix doit être positif',
    'Au moins un billet doit être disponible',
    "L'email doit être valide",
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  await ticket(page, 1).getByLabel('Prix').fill('5,5')
  await ticket(page, 1).getByLabel('Devise').selectOption('CDF')
  await create(page).click()
  await expect(page.getByText('Le prix en CDF doit être un nombre entier de francs')).toBeVisible()
  await choosePicture(page, scriptedDrawing())
  await expect(page.getByText('Le fichier doit être une image (PNG, JPEG, etc.)')).toBeVisible()
  await choosePicture(page, heavyFile())
  await expect(page.getByText("L'image ne doit pas dépasser 5 Mo")).toBeVisible()
})

test('an event with a picture and two ticket types is created, changed and found everywhere', async ({
  page,
  request,
}) => {
  const person = await enter(page, request, '/dash/events/add')
  const name = `Rumba de ${person.username}`
  await fillFacts(page, name)
  await choosePicture(page, goodPicture())
  await expect(page.getByRole('img', { name: 'Aperçu' })).toBeVisible()
  await page.getByRole('button', { name: 'Placer sur la carte' }).click()
  await page.getByRole('application', { name: "Carte pour placer l'évènement" }).press('Enter')
  await expect(page.getByLabel('Position sur la carte')).toHaveValue(/^-1[01]\.\d+,26\.\d+$/)
  for (const [number, label, price] of [
    [1, 'Standard', '10'],
    [2, 'VIP', '25,5'],
  ] as const) {
    await page.getByRole('button', { name: 'Ajouter un type de billet' }).click()
    await ticket(page, number).getByLabel('Nom du billet').fill(label)
    await ticket(page, number).getByLabel('Prix').fill(price)
    await ticket(page, number).getByLabel('Nombre de billets').fill('100')
  }
  await page.getByLabel('Adresse e-mail', { exact: true }).fill('marie@tukio.example')
  await page.getByLabel('Adresse e-mail', { exact: true }).press('Enter')
  await create(page).click()

  await expect(toast(page, 'Votre évènement est publié.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/dash\/events\/\d{12}$/)
  await expect(page.getByText(/25,50.USD/)).toBeVisible()
  await expect(page.getByText('Invitation envoyée')).toBeVisible()
  const id = Number(page.url().split('/').pop())

  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.getByLabel("Nom de l'évènement").fill(`${name} !`)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(toast(page, 'Vos changements sont enregistrés.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/dash/events/${id}$`))
  await page.getByRole('link', { name: 'Mes évènements' }).click()
  await expect(page.getByRole('link', { name: `${name} !` })).toBeVisible()

  const calendar = await (await request.get(`/api/events/?day=${day(3)}&town=Likasi&limit=50`)).json()
  expect(calendar.results.map((event: { id: number }) => event.id)).toContain(id)
  const map = await (await request.get('/api/map/?town=Likasi')).json()
  expect(map.results).toContainEqual(expect.objectContaining({ id, exact: true }))
  expect(await (await request.get('/calendar.ics?town=Likasi')).text()).toContain(`${id}`)
  await page.goto(`/events?name=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ hasText: `${name} !` })
  await expect(card.locator('img').first()).toHaveAttribute('src', /^\/media\/events\//)
})

test("somebody else's event can't be changed, and a dead invitation says so", async ({ page, request }) => {
  const { id } = await paidEvent(request)
  await enter(page, request, `/dash/events/${id}/edit`)
  await expect(page.getByText("Accès interdit. Vous n'avez pas les permissions nécessaires.")).toBeVisible()
  await page.goto('/dash/events/1/edit')
  await expect(page.getByText('Cet évènement est introuvable.')).toBeVisible()
  await page.goto('/invitations/rien')
  await expect(page.getByText("Cette invitation n'est plus valable.")).toBeVisible()
})

test('what is taken away again leaves the keyboard where it was', async ({ page, request }) => {
  const person = await enter(page, request, '/dash/events/add')
  await choosePicture(page, goodPicture())
  await page.getByRole('button', { name: "Retirer l'image" }).click()
  await expect(page.getByLabel('Choisir une image')).toBeFocused()

  for (const name of ['Premier', 'Second']) await createEvent(request, person, { name })
  await page.goto('/dash/events')
  await page.getByRole('button', { name: 'Autres actions pour Premier' }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(page.getByRole('link', { name: 'Premier' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Mes évènements' })).toBeFocused()
})

test('an event is cancelled, and one that never sold is deleted, after a question', async ({
  page,
  request,
}) => {
  const person = await enter(page, request, '/dash/events/add')
  await fillFacts(page, `Adieu de ${person.username}`)
  await create(page).click()
  const more = page.getByRole('button', { name: /^Autres actions/ })
  await more.click()
  const cancel = page.getByRole('menuitem', { name: "Annuler l'évènement" })
  await expect(cancel).toBeInViewport({ ratio: 1 })
  await cancel.click()
  await page.getByRole('button', { name: "Annuler l'évènement" }).click()
  await expect(page.getByText('Annulé', { exact: true })).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('button', { name: 'Supprimer définitivement' }).click()
  await expect(page).toHaveURL(/\/dash\/events$/)
  await expect(page.getByText('Aucun évènement pour le moment')).toBeVisible()
})
