// @vitest-environment jsdom
// The way in and out as a person goes it: signing in, registering, signing out, and what the menu leads to.
import { screen, waitFor } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTokens, useAuthStore } from '@/features/accounts/auth-store'
import { currentToasts } from '@/ui/toast-store'
import {
  access,
  callsTo,
  done,
  field,
  json,
  open,
  press,
  server,
  startBrowser,
  stopBrowser,
  user,
} from './app-testing'

beforeEach(startBrowser)
afterEach(stopBrowser)

test('the protected area asks to sign in and comes back to the address asked for', async () => {
  server.answer = () => json(200, { access, refresh: 'r', user })
  const { router, hand } = await open('/dash?vue=1')
  expect(router.state.location.href).toBe('/login?redirect=%2Fdash%3Fvue%3D1')
  expect(screen.queryByRole('banner')).toBeNull()

  await hand.type(field("Nom d'utilisateur"), ' elodie ')
  await hand.type(field('Mot de passe'), 'tukio-demo')
  await hand.click(screen.getByLabelText('Remember me'))
  await hand.click(press('Se connecter'))

  await screen.findByRole('heading', { name: 'Bonjour elodie' })
  expect(router.state.location.href).toBe('/dash?vue=1')
  expect(callsTo('POST /api/login/')).toEqual([{ query: 'elodie', password: 'tukio-demo', remember: true }])
  expect(useAuthStore.getState()).toEqual({ user, token: { access, refresh: 'r' } })
})

test('login tells what is missing under each field, and puts the hand on the first', async () => {
  const { hand } = await open('/login')
  await hand.click(press('Se connecter'))
  expect(await screen.findByText('Le mot de passe est requis')).toBeDefined()
  const query = field("Nom d'utilisateur")
  expect(document.activeElement).toBe(query)
  expect(query.getAttribute('aria-invalid')).toBe('true')
  const [, errorId = ''] = query.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(document.getElementById(errorId)?.textContent).toBe(
    "Le nom d'utilisateur doit contenir au moins 3 caractères",
  )
  expect(server.calls).toEqual([])
})

test('a refused login shows the detail above the form', async () => {
  server.answer = () => json(401, { detail: "Nom d'utilisateur ou mot de passe incorrect." })
  const { router, hand } = await open('/login')
  await hand.type(field("Nom d'utilisateur"), 'elodie')
  await hand.type(field('Mot de passe'), 'faux')
  await hand.click(press('Se connecter'))
  const alert = await screen.findByText("Nom d'utilisateur ou mot de passe incorrect.")
  expect(alert.closest('[role=alert]')).not.toBeNull()
  expect(router.state.location.pathname).toBe('/login')
})

async function fillRegistration(hand: ReturnType<typeof userEvent.setup>) {
  await hand.type(field("Nom d'utilisateur"), 'elodie')
  await hand.type(field('Numéro de téléphone'), '0991234567')
  await hand.type(field('Mot de passe'), 'azerty1')
  await hand.type(field('Confirmer mot de passe'), 'azerty1')
  await hand.click(press("S'inscrire"))
  await hand.click(await screen.findByRole('button', { name: "S'inscrire quand même" }))
}

test('registration shows the server’s words under their field, warns of a common password, then signs in', async () => {
  server.answer = () => json(400, { username: ["Ce nom d'utilisateur est déjà pris."] })
  const { router, hand } = await open('/register?redirect=/dash')
  await fillRegistration(hand)
  await screen.findByText("Ce nom d'utilisateur est déjà pris.")
  expect(screen.getByText(/très courant/)).toBeDefined()
  expect(document.activeElement).toBe(field("Nom d'utilisateur"))

  server.answer = () => json(201, { access, refresh: 'r', user })
  await hand.click(press("S'inscrire quand même"))
  await screen.findByRole('heading', { name: 'Bonjour elodie' })
  expect(router.state.location.pathname).toBe('/dash')
})

test('registration without an answer goes on, signed out, with the network toast', async () => {
  server.answer = ({ path }) => {
    if (path === '/api/register/') throw new TypeError('Failed to fetch')
    return json(200, { next: null, previous: null, results: [] })
  }
  const { router, hand } = await open('/register?redirect=/events')
  await fillRegistration(hand)
  await waitFor(() => expect(router.state.location.pathname).toBe('/events'))
  expect(useAuthStore.getState().user).toBeNull()
  expect(currentToasts().map((toast) => toast.message)).toEqual([
    'Problème de connexion. Vérifiez votre réseau !',
  ])
})

test('password managers are told what each field is, and pasting works', async () => {
  const { hand } = await open('/login')
  expect(field('Mot de passe').getAttribute('autocomplete')).toBe('current-password')
  await hand.click(field('Mot de passe'))
  await hand.paste('une phrase de passe')
  expect((field('Mot de passe') as HTMLInputElement).value).toBe('une phrase de passe')
  await hand.click(screen.getByRole('link', { name: "S'inscrire" }))
  for (const label of ['Mot de passe', 'Confirmer mot de passe'])
    await waitFor(() => expect(field(label).getAttribute('autocomplete')).toBe('new-password'))
})

test('who is on the way to pay is told that the choice is kept', async () => {
  const redirect = encodeURIComponent('/events/7?ticket=3&quantity=2&pay=1#billets')
  const { hand } = await open(`/login?redirect=${redirect}`)
  expect(screen.getByText(/votre choix est gardé/)).toBeTruthy()
  await hand.click(screen.getByRole('link', { name: "S'inscrire" }))
  await screen.findByRole('heading', { name: 'Inscription' })
  expect(screen.getByText(/votre choix est gardé/)).toBeTruthy()
})

test('who only signs in is not', async () => {
  await open('/login?redirect=/events/7')
  expect(screen.queryByText(/votre choix est gardé/)).toBeNull()
})

test('the links between the two forms keep the redirect', async () => {
  await open('/login?redirect=/dash')
  expect(screen.getByRole('link', { name: "S'inscrire" }).getAttribute('href')).toBe(
    '/register?redirect=%2Fdash',
  )
})

test.each([204, 401, 0])(
  '/logout forgets the session and goes to the login, whatever the server says: %i',
  async (status) => {
    server.answer = () => {
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response(null, { status })
    }
    keepTokens({ access, refresh: 'r' })
    const { router } = await open('/logout')
    await screen.findByRole('heading', { name: 'Connexion' })
    expect(router.state.location.href).toBe('/login')
    expect(useAuthStore.getState().token).toBeNull()
    expect(currentToasts()).toEqual([])
    expect(callsTo('POST /api/logout/')).toEqual([{ refresh: 'r' }])
  },
)

test('a signed-in person finds the menu, and the way out', async () => {
  server.answer = ({ path }) => (path === '/api/session/' ? json(200, { user }) : done())
  keepTokens({ access, refresh: 'r' })
  const { router, hand } = await open('/dash')
  await hand.click(press('Compte de elodie'))
  const links = screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')])
  expect(links).toEqual([
    ['Créer un événement', '/dash/events/add'],
    ['Mon espace', '/dash'],
    ['Mes billets', '/dash/tickets'],
    ['Paramètres', '/dash/settings'],
    ['Déconnexion', null],
  ])
  await hand.click(screen.getByRole('menuitem', { name: 'Déconnexion' }))
  await screen.findByRole('heading', { name: 'Connexion' })
  expect(router.state.location.href).toBe('/login')
})

test.each([
  [401, true],
  [503, false],
])('a session check answered %i ends the session: %s', async (status, ends) => {
  server.answer = () => json(status, { detail: 'x' })
  keepTokens({ access, refresh: 'r' })
  const { router } = await open('/dash')
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(0))
  if (ends) await screen.findByRole('heading', { name: 'Connexion' })
  else await screen.findByRole('heading', { name: 'Bonjour elodie' })
  expect(useAuthStore.getState().user === null).toBe(ends)
  expect(router.state.location.pathname).toBe(ends ? '/login' : '/dash')
})
