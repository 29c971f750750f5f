// The door: who may come in, what is said to who may not, and where one goes afterwards.
import { accountMenu, newPerson, PASSWORD, signIn } from '../support/accounts.ts'
import { expect, test, toast, watchApi } from '../support/test.ts'

test('the protected area asks to sign in and then opens', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/dash')
  await expect(page).toHaveURL('/login?redirect=%2Fdash')
  await signIn(page, person)
  await expect(page).toHaveURL('/dash')
  await expect(page.getByRole('heading', { name: `Bonjour ${person.username}` })).toBeVisible()
})

test('the whole address is remembered, its search included', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/dash/?onglet=ventes')
  await expect(page).toHaveURL(/^[^?]+\/login\?redirect=/)
  expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/dash\/?\?onglet=ventes$/)
  await signIn(page, person)
  await expect(page).toHaveURL(/\/dash\/?\?onglet=ventes$/)
})

test('a username, a phone number in either form: all open the door', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  for (const name of [person.username.toUpperCase(), person.phone, person.phone.replace(/^0/, '+243')]) {
    await visit('/login')
    await signIn(page, { username: name })
    await expect(accountMenu(page, person)).toBeVisible()
    await visit('/logout')
    await expect(page).toHaveURL('/login')
  }
})

test('a wrong password and an unknown name get the same sentence', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/login?redirect=/events')
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  for (const username of [person.username, `${person.username}-x`]) {
    await page.getByLabel("Nom d'utilisateur").fill(username)
    await page.getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(alert).toHaveText("Nom d'utilisateur ou mot de passe incorrect.")
  }
  // A refused login is no ended session: no toast, and the target is kept for the next try.
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await expect(page).toHaveURL('/login?redirect=/events')
  await signIn(page, person)
  await expect(page).toHaveURL('/events')
})

test('empty fields are told at once, and nothing is sent', async ({ page, visit }) => {
  await visit('/login')
  const calls = watchApi(page)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  const name = page.getByLabel("Nom d'utilisateur")
  await expect(name).toHaveAccessibleDescription(
    "Ou votre numéro de téléphone Le nom d'utilisateur doit contenir au moins 3 caractères",
  )
  await expect(name).toBeFocused()
  const password = page.getByLabel('Mot de passe', { exact: true })
  await expect(password).toHaveAccessibleDescription('Le mot de passe est requis')
  expect(calls).toEqual([])
})

test('"Remember me" is sent along', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/login')
  await page.getByLabel('Remember me').check()
  const sent = page.waitForRequest('**/api/login/')
  await signIn(page, person)
  expect((await sent).postDataJSON()).toEqual({ query: person.username, password: PASSWORD, remember: true })
})

test('without network the form stays, and a toast tells why', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  await visit('/login')
  await page.route('**/api/login/', (route) => route.abort())
  await signIn(page, person)
  await expect(toast(page, 'Problème de connexion. Vérifiez votre réseau !')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.unroute('**/api/login/')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(accountMenu(page, person)).toBeVisible()
})

test('the way to registration and back keeps the target', async ({ page, visit }) => {
  await visit('/login?redirect=/events/1')
  await page.getByRole('link', { name: "S'inscrire" }).click()
  await expect(page).toHaveURL(/\/register\?/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/events/1')
  await page.getByRole('link', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/login\?/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/events/1')
})

test('so does the way to a forgotten password', async ({ page, visit }) => {
  await visit('/login?redirect=/events/1')
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
  await expect(page).toHaveURL('/forgotten-password?redirect=%2Fevents%2F1')
  await visit('/forgotten-password?redirect=/events/1')
  await page.getByRole('link', { name: 'Retour à la connexion' }).click()
  await expect(page).toHaveURL('/login?redirect=%2Fevents%2F1')
})

for (const target of [
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
]) {
  test(`a link that would lead away (${JSON.stringify(target)}) leads home`, async ({
    page,
    visit,
    request,
  }) => {
    const person = await newPerson(request)
    await visit(`/login?redirect=${encodeURIComponent(target)}`)
    const left: string[] = []
    page.on('request', (one) => {
      if (one.url().includes('evil')) left.push(one.url())
    })
    await signIn(page, person)
    await expect(page).toHaveURL('/')
    await expect(accountMenu(page, person)).toBeVisible()
    expect(left).toEqual([])
  })
}

test('the header is left out here, and the password can be looked at', async ({ page, visit }) => {
  await visit('/login')
  await expect(page.getByRole('banner')).toHaveCount(0)
  const password = page.getByLabel('Mot de passe', { exact: true })
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('on a thin network the door waits for the page behind it', async ({ page, visit, request }) => {
  const person = await newPerson(request)
  const held: (() => Promise<void>)[] = []
  await visit('/login?redirect=/dash/settings')
  await page.route('**/assets/dash.settings-*.js', (route) => {
    held.push(() => route.continue())
  })
  await page.getByLabel("Nom d'utilisateur").fill(person.username)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  const enter = page.getByRole('button', { name: 'Se connecter' })
  await enter.click()
  await expect(page).toHaveURL('/dash/settings')
  await expect.poll(() => held.length).toBe(1)
  await expect(enter).toBeDisabled()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.locator('main')).toHaveAttribute('data-waits')
  for (const go of held) await go()
  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible()
  await expect(accountMenu(page, person)).toBeVisible()
  await expect(page.locator('main')).not.toHaveAttribute('data-waits')
})
