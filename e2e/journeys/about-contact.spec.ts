// Who stands behind the product and how to reach them; and that no link of header, footer or card is dead.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test, toast, watchApi } from '../support/test.ts'

const NO_NETWORK = 'Problème de connexion. Vérifiez votre réseau !'

test('the FAQ opens one question at a time', async ({ page, visit }) => {
  await visit('/about')
  const open = page.locator('details[name=faq][open]')
  await expect(open).toHaveCount(0)
  for (const [question, words] of [
    ['Comment créer un évènement ?', 'donnez le nom, la date, la ville'],
    ['Comment acheter des billets ?', 'choisissez le billet qui vous convient'],
    ['Quels sont les moyens de paiement ?', 'Par transfert mobile'],
  ] as const) {
    await page.getByRole('heading', { name: question }).click()
    await expect(open).toHaveCount(1)
    await expect(open).toContainText(words)
  }
})

test('a question loads the picture of its film, and the film itself when it is asked for', async ({
  page,
  visit,
}) => {
  const loaded = watchFilms(page)
  await visit('/about')
  await page.getByRole('heading', { name: 'Questions fréquentes' }).scrollIntoViewIfNeeded()
  // Whatever the page fetches by itself is here.
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])

  const { link } = await openFilm(page)
  await expect.poll(() => loaded).toEqual(['buy-tickets.webp'])
  await expect(link).toContainText(/\d\d s · \d+ Ko/)

  await link.click()
  // Not of the open answer: it is closed in the end.
  const film = page.locator('video')
  await expect(film).toBeFocused()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  expect(new Set(loaded)).toEqual(new Set(['buy-tickets.webp', 'buy-tickets.mp4', 'buy-tickets.vtt']))

  await page.getByRole('heading', { name: 'Comment créer un évènement ?' }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
})

test('a film says in French what is seen, and can be moved in', async ({ page, visit }) => {
  await visit('/about')
  const { answer, link } = await openFilm(page)
  await link.click()
  const film = answer.locator('video')
  const caption = () =>
    film.evaluate(({ textTracks: [track] }: HTMLVideoElement) => {
      const [cue] = track?.activeCues ?? []
      const text = (cue as VTTCue | undefined)?.text.replaceAll('\n', ' ')
      return { mode: track?.mode, language: track?.language, text }
    })
  const first = 'Cherchez votre évènement par son nom, sa ville ou sa date.'
  await expect.poll(caption).toEqual({ mode: 'showing', language: 'fr', text: first })
  const last = "À l'entrée, montrez ce code : un code, une personne."
  await film.evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = video.duration - 0.5
  })
  await expect.poll(async () => (await caption()).text).toBe(last)

  await answer.getByText('Lire le texte de la vidéo').click()
  await expect(answer.getByRole('listitem').filter({ hasText: last })).toBeVisible()
  await expectAccessible(page)
})

test.describe('where nothing may move by itself', () => {
  test.use({ reducedMotion: 'reduce' })

  test('a film waits to be started', async ({ page, visit }) => {
    await visit('/about')
    const { answer, link } = await openFilm(page)
    await link.click()
    const film = answer.locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
    expect(await film.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime])).toEqual([
      true,
      0,
    ])
  })
})

test('where data is to be saved, not even the picture is loaded', async ({ page, visit }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }),
  )
  const loaded = watchFilms(page)
  await visit('/about')
  const { answer, link } = await openFilm(page)
  await expect(link).toContainText(/\d+ Ko/)
  await expect(answer.locator('img')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])
})

/** Names of the films' files that are asked for from now on, without what changes with their content. */
function watchFilms(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    const [, name, kind] = /\/assets\/([a-z-]+)-[\w-]{8}\.(mp4|vtt|webp)$/.exec(request.url()) ?? []
    if (name) loaded.push(`${name}.${kind}`)
  })
  return loaded
}

async function openFilm(page: Page) {
  await page.getByRole('heading', { name: 'Comment acheter des billets ?' }).click()
  const answer = page.locator('details[name=faq][open]')
  return { answer, link: answer.getByRole('link', { name: 'Voir la vidéo : Comment acheter des billets ?' }) }
}

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
    const { link } = await openFilm(page)
    const film = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([film.status(), film.headers()['content-type']]).toEqual([200, 'video/mp4'])
    await page.goto('/contact')
    await expect(page.getByRole('link', { name: /Par téléphone/ })).toBeVisible()
    await expect(page.locator('#root noscript p')).toContainText('Ce formulaire a besoin de JavaScript.')
  })
})
