// @vitest-environment jsdom
// Proof that an account is one's own: the password asked for, changes told in other browsers, a common password twice.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { answers, openSettings, profile, save, startSignedIn, toasts } from './settings-testing'

const ASKED = 'Tapez votre mot de passe pour confirmer ce changement'

beforeEach(startSignedIn)
afterEach(stopBrowser)

test('the settings ask for the password where the server wants it, and keep what was typed', async () => {
  answers.set('PUT /api/profile/', () => json(400, { password: [ASKED] }))
  const { hand } = await openSettings()
  expect(screen.queryByLabelText('Votre mot de passe')).toBeNull()
  await hand.type(field('Adresse e-mail'), 'elodie@mail.cd')
  await hand.click(save('Profil'))
  await screen.findByText(ASKED)
  expect(document.activeElement).toBe(field('Votre mot de passe'))
  expect(field('Adresse e-mail').value).toBe('elodie@mail.cd')

  answers.set('PUT /api/profile/', () =>
    json(200, { ...profile, profile: { ...user.profile, email: 'elodie@mail.cd' } }),
  )
  await hand.type(field('Votre mot de passe'), 'croisette-7')
  await hand.click(save('Profil'))
  await waitFor(() => expect(toasts()).toEqual(['Votre profil est enregistré.']))
  expect(callsTo('PUT /api/profile/')).toEqual([
    { email: 'elodie@mail.cd' },
    { email: 'elodie@mail.cd', password: 'croisette-7' },
  ])
  await waitFor(() => expect(screen.queryByLabelText('Votre mot de passe')).toBeNull())
})

test('a change made elsewhere is told, and once it was read no more', async () => {
  const changes = [{ what: 'email', at: Date.now() - 3 * 3_600_000 }]
  answers.set('GET /api/session/', () => json(200, { user, changes }))
  answers.set('POST /api/session/changes-seen/', done)
  const { hand } = await openSettings()
  await screen.findByText(
    "L'adresse e-mail de votre compte a été changée depuis un autre appareil, il y a 3 heures.",
  )
  // The words are there a moment before the dialog is open, and roles count in an open one only.
  const way = await screen.findByRole('link', { name: 'Changer mon mot de passe' })
  expect(way.getAttribute('href')).toBe('/dash/settings?tab=securite')
  await hand.click(press("C'était moi"))
  expect(callsTo('POST /api/session/changes-seen/')).toEqual([{ until: changes[0]?.at }])
  await waitFor(() => expect(screen.queryByText('Votre compte a changé')).toBeNull())
})

test('the link of a late mail asks for the password', async () => {
  answers.set('POST /api/email/verify/', () => json(400, { password: [ASKED] }))
  const { hand } = await open('/verify-email?token=secret')
  await hand.type(await screen.findByLabelText('Votre mot de passe'), 'croisette-7')
  answers.set('POST /api/email/verify/', () => json(200, { detail: 'Votre adresse e-mail est vérifiée.' }))
  await hand.click(press('Confirmer mon adresse'))
  await screen.findByText('Votre adresse e-mail est vérifiée.')
  expect(callsTo('POST /api/email/verify/')).toEqual([
    { token: 'secret' },
    { token: 'secret', password: 'croisette-7' },
  ])
  expect(screen.queryByLabelText('Votre mot de passe')).toBeNull()
})

test('one of the most common passwords is taken at the second press', async () => {
  await stopBrowser()
  startBrowser()
  server.answer = ({ path }) =>
    path === '/api/password/check/' ? json(200, { is_common: true }) : json(400, { detail: 'Pas encore.' })
  const { hand } = await open('/register')
  await hand.type(field("Nom d'utilisateur"), 'elodie')
  await hand.type(field('Numéro de téléphone'), '0991234567')
  await hand.type(field('Mot de passe'), 'plage2000')
  await hand.type(field('Confirmer mot de passe'), 'plage2000')
  await hand.click(press("S'inscrire"))
  await screen.findByText(/l'un des plus courants/)
  expect(callsTo('POST /api/register/')).toEqual([])
  await hand.click(press("S'inscrire quand même"))
  await screen.findByText('Pas encore.')
  expect(callsTo('POST /api/register/')).toHaveLength(1)
  await hand.type(field('Mot de passe'), 'x')
  expect(screen.queryByText(/l'un des plus courants/)).toBeNull()
})
