// @vitest-environment jsdom
// The way back to a lost account, and the link that verifies an address.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTokens } from '@/features/accounts/auth-store'
import { currentToasts } from '@/ui/toast-store'
import {
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

const SENT =
  "Si ce compte a une adresse e-mail vérifiée, un lien vient d'y être envoyé. Sinon, contactez le support."
const OLD_LINK = "Ce lien n'est plus valable. Demandez-en un nouveau."

beforeEach(startBrowser)
afterEach(stopBrowser)

const toasts = () => currentToasts().map((toast) => toast.message)

test('a forgotten password: the login leads there, the server’s own words come back', async () => {
  server.answer = () => json(429, { detail: 'Trop de tentatives. Réessayez dans 2 minutes.' })
  const { router, hand } = await open('/login')
  await hand.click(screen.getByRole('link', { name: 'Mot de passe oublié ?' }))
  await screen.findByRole('heading', { name: 'Mot de passe oublié' })
  expect(router.state.location.pathname).toBe('/forgotten-password')
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.getByRole('link', { name: /^Appeler le/ }).getAttribute('href')).toMatch(/^tel:\+\d+$/)

  const query = field("Nom d'utilisateur, téléphone ou e-mail")
  await hand.type(query, 'ab')
  await hand.click(press('Envoyer le lien'))
  await screen.findByText("Le nom d'utilisateur doit contenir au moins 3 caractères")
  await hand.type(query, 'c')
  await hand.click(press('Envoyer le lien'))
  const told = await screen.findByText('Trop de tentatives. Réessayez dans 2 minutes.')
  expect(told.closest('[role=alert]')).not.toBeNull()

  server.answer = () => json(200, { detail: SENT })
  await hand.click(press('Envoyer le lien'))
  expect(await screen.findByText(SENT)).toBeDefined()
  expect(callsTo('POST /api/password/forgotten/')).toEqual([{ query: 'abc' }, { query: 'abc' }])
})

test('a new password by the link, then to the login', async () => {
  server.answer = () => json(400, { detail: OLD_LINK })
  const { router, hand } = await open('/reset-password?token=secret')
  await hand.type(field('Nouveau mot de passe'), 'croisette')
  await hand.type(field('Confirmer mot de passe'), 'croisette')
  await hand.click(press('Changer le mot de passe'))
  await screen.findByText(OLD_LINK)
  expect(screen.getByRole('link', { name: 'En demander un nouveau' }).getAttribute('href')).toBe(
    '/forgotten-password',
  )

  server.answer = done
  await hand.click(press('Changer le mot de passe'))
  await waitFor(() => expect(router.state.location.href).toBe('/login'))
  expect(callsTo('POST /api/password/reset/')[1]).toEqual({
    token: 'secret',
    password: 'croisette',
    password2: 'croisette',
  })
  expect(toasts()).toEqual(['Votre mot de passe est changé. Connectez-vous.'])
})

test.each([
  [200, 'Votre adresse e-mail est vérifiée.'],
  [400, OLD_LINK],
])('the link of a verification mail is used once; %i: %s', async (status, words) => {
  server.answer = () => json(status, { detail: words })
  await open('/verify-email?token=secret')
  expect(await screen.findByText(words)).toBeDefined()
  expect(callsTo('POST /api/email/verify/')).toEqual([{ token: 'secret' }])
  expect(screen.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe(
    '/login?redirect=%2Fdash%2Fsettings',
  )
})

test('without network the link can be tried again', async () => {
  server.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const { hand } = await open('/verify-email?token=secret')
  await screen.findByText("La vérification n'a pas abouti.")
  server.answer = () => json(200, { detail: 'Votre adresse e-mail est vérifiée.' })
  await hand.click(press('Réessayer'))
  expect(await screen.findByText('Votre adresse e-mail est vérifiée.')).toBeDefined()
})

test('a session that is over does not stand in the way of a new password', async () => {
  keepTokens({ access: `e30.${btoa(JSON.stringify({ user, exp: 1 }))}.sign`, refresh: 'r' })
  server.answer = ({ path }) => (path.startsWith('/api/password/') ? done() : json(401, { detail: 'Fini.' }))
  const { router, hand } = await open('/reset-password?token=secret')
  await hand.type(field('Nouveau mot de passe'), 'croisette')
  await hand.type(field('Confirmer mot de passe'), 'croisette')
  await hand.click(press('Changer le mot de passe'))
  await waitFor(() => expect(router.state.location.href).toBe('/login'))
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/password/check/', '/api/password/reset/'])
  expect(toasts()).toEqual(['Votre mot de passe est changé. Connectez-vous.'])
})
