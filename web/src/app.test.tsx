// @vitest-environment jsdom
// The account screens as a person uses them: the whole app in a small browser, against a stand-in server.
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, keepTokens, useAuthStore } from '@/features/accounts/auth-store'
import { startSession } from '@/features/accounts/session'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { App, createAppRouter } from './router'

// Files are compiled on first use: a busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

const user = { id: 7, username: 'elodie', phone: '0991234567', profile: { img_url: null } }
const access = `e30.${btoa(JSON.stringify({ user, exp: 4_000_000_000 }))}.sign`
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

let server: (path: string, body: Record<string, unknown>) => Response
const sent: { path: string; body: Record<string, unknown> }[] = []

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    const body = request.method === 'POST' ? await request.clone().json() : {}
    sent.push({ path, body })
    return server(path, body)
  })
})

afterEach(async () => {
  cleanup()
  forgetSession()
  localStorage.clear()
  sent.length = 0
  await clearToasts()
  vi.unstubAllGlobals()
})

async function open(address: string) {
  const router = createAppRouter(
    { now: Date.now(), queries: [] },
    createMemoryHistory({ initialEntries: [address] }),
  )
  startSession({
    pathname: () => router.state.location.pathname,
    askToSignIn: () => void router.navigate({ to: '/login' }),
    forgetAnswers: () => forgetPrivateAnswers(router.options.context.queryClient),
  })
  render(<App router={router} />)
  await screen.findByRole('heading', { level: 1 })
  return { router, hand: userEvent.setup() }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const press = (name: string) => screen.getByRole('button', { name })

test('the protected area asks to sign in and comes back to the address asked for', async () => {
  server = () => json(200, { access, refresh: 'r', user })
  const { router, hand } = await open('/dash?vue=1')
  expect(router.state.location.href).toBe('/login?redirect=%2Fdash%3Fvue%3D1')
  expect(screen.queryByRole('banner')).toBeNull()

  await hand.type(field("Nom d'utilisateur"), ' elodie ')
  await hand.type(field('Mot de passe'), 'tukio-demo')
  await hand.click(screen.getByLabelText('Remember me'))
  await hand.click(press('Se connecter'))

  await screen.findByRole('heading', { name: 'Bonjour elodie' })
  expect(router.state.location.href).toBe('/dash?vue=1')
  expect(sent[0]).toEqual({
    path: '/api/login/',
    body: { query: 'elodie', password: 'tukio-demo', remember: true },
  })
  expect(useAuthStore.getState()).toEqual({ user, token: { access, refresh: 'r' } })
})

test('login tells what is missing under each field, and puts the hand on the first', async () => {
  const { hand } = await open('/login')
  await hand.click(press('Se connecter'))
  expect(await screen.findByText('Le mot de passe est requis')).toBeDefined()
  const query = field("Nom d'utilisateur")
  expect(document.activeElement).toBe(query)
  expect(query.getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(query.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe("Le nom d'utilisateur doit contenir au moins 3 caractères")
  expect(sent).toEqual([])
})

test('a refused login shows the detail above the form', async () => {
  server = () => json(401, { detail: "Nom d'utilisateur ou mot de passe incorrect." })
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
}

test('registration shows the server’s words under their field, warns of a common password, then signs in', async () => {
  server = () => json(400, { username: ["Ce nom d'utilisateur est déjà pris."] })
  const { router, hand } = await open('/register?redirect=/dash')
  await fillRegistration(hand)
  await screen.findByText("Ce nom d'utilisateur est déjà pris.")
  expect(screen.getByText(/très courant/)).toBeDefined()
  expect(document.activeElement).toBe(field("Nom d'utilisateur"))

  server = () => json(201, { access, refresh: 'r', user })
  await hand.click(press("S'inscrire"))
  await screen.findByRole('heading', { name: 'Bonjour elodie' })
  expect(router.state.location.pathname).toBe('/dash')
})

test('registration without an answer goes on, signed out, with the network toast', async () => {
  server = (path) => {
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

test('the links between the two forms keep the redirect', async () => {
  await open('/login?redirect=/dash')
  expect(screen.getByRole('link', { name: "S'inscrire" }).getAttribute('href')).toBe(
    '/register?redirect=%2Fdash',
  )
})

test.each([204, 401, 0])(
  '/logout forgets the session and goes to the login, whatever the server says: %i',
  async (status) => {
    server = () => {
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response(null, { status })
    }
    keepTokens({ access, refresh: 'r' })
    const { router } = await open('/logout')
    await screen.findByRole('heading', { name: 'Connexion' })
    expect(router.state.location.href).toBe('/login')
    expect(useAuthStore.getState().token).toBeNull()
    expect(currentToasts()).toEqual([])
    expect(sent.filter(({ path }) => path === '/api/logout/')).toEqual([
      { path: '/api/logout/', body: { refresh: 'r' } },
    ])
  },
)

test('a signed-in person finds the menu, and the way out', async () => {
  server = (path) => (path === '/api/session/' ? json(200, { user }) : new Response(null, { status: 204 }))
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
  server = () => json(status, { detail: 'x' })
  keepTokens({ access, refresh: 'r' })
  const { router } = await open('/dash')
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
  if (ends) await screen.findByRole('heading', { name: 'Connexion' })
  else await screen.findByRole('heading', { name: 'Bonjour elodie' })
  expect(useAuthStore.getState().user === null).toBe(ends)
  expect(router.state.location.pathname).toBe(ends ? '/login' : '/dash')
})
