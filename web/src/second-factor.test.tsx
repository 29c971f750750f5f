// @vitest-environment jsdom
// The second factor: asked for when signing in, turned on and off in the settings.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useAuthStore } from '@/features/accounts/auth-store'
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
import { answers, openSettings, startSignedIn, toasts } from './settings-testing'

const WRONG = 'Ce code est faux ou a déjà servi. Attendez le suivant dans votre application.'
const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCC${index}`)

afterEach(stopBrowser)

describe('signing in', () => {
  beforeEach(startBrowser)

  async function typePassword() {
    const opened = await open('/login')
    await opened.hand.type(field("Nom d'utilisateur"), 'elodie')
    await opened.hand.type(field('Mot de passe'), 'croisette')
    await opened.hand.click(press('Se connecter'))
    await screen.findByRole('heading', { name: 'Double authentification' })
    return opened
  }

  test('asks for a code in a second step', async () => {
    let good = false
    server.answer = ({ path }) => {
      if (path === '/api/login/') return json(202, { step: 'waiting', detail: 'Saisissez le code.' })
      if (path !== '/api/login/second-step/') return json(200, { user, results: [], next: null })
      return good ? json(200, { access, refresh: 'r', user }) : json(400, { code: [WRONG] })
    }
    const { router, hand } = await typePassword()
    expect(useAuthStore.getState().token).toBeNull()
    const code = field('Code')
    expect(code.autocomplete).toBe('one-time-code')
    await hand.type(code, '123456')
    await hand.click(press('Se connecter'))
    await screen.findByText(WRONG)
    good = true
    await hand.click(press('Se connecter'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(callsTo('POST /api/login/second-step/')[1]).toEqual({ step: 'waiting', code: '123456' })
    expect(useAuthStore.getState().token?.refresh).toBe('r')
  })

  test('leads back to the password', async () => {
    server.answer = () => json(202, { step: 'waiting', detail: 'Saisissez le code.' })
    const { hand } = await typePassword()
    await hand.click(press('Retour au mot de passe'))
    await screen.findByRole('heading', { name: 'Connexion' })
  })
})

describe('in the settings', () => {
  beforeEach(startSignedIn)

  test('is turned on with an app, and the recovery codes are shown once', async () => {
    let isOn = false
    answers.set('GET /api/second-factor/', () =>
      json(200, { is_on: isOn, recovery_codes_left: isOn ? 10 : 0 }),
    )
    const uri = 'otpauth://totp/Tukio:elodie?secret=GEZDGNBVGY3TQOJQ&issuer=Tukio'
    answers.set('POST /api/second-factor/begin/', () => json(200, { secret: 'GEZDGNBVGY3TQOJQ', uri }))
    answers.set('POST /api/second-factor/confirm/', () => {
      isOn = true
      return json(200, { recovery_codes: CODES })
    })
    const { hand } = await openSettings('securite')
    await hand.click(await screen.findByRole('button', { name: 'Activer' }))
    await hand.type(field('Votre mot de passe'), 'croisette')
    await hand.click(press('Continuer'))
    await screen.findByRole('img', { name: "Code à scanner avec l'application d'authentification" })
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeDefined()
    await hand.type(field("Code de l'application"), '123456')
    await hand.click(press('Activer'))
    await screen.findByText('AAAA-BBBB-CCC9')
    expect(callsTo('POST /api/second-factor/begin/')).toEqual([{ password: 'croisette' }])
    expect(callsTo('POST /api/second-factor/confirm/')).toEqual([{ code: '123456' }])
    await hand.click(press('Je les ai notés'))
    await screen.findByText('Activée · 10 codes de secours restants')
    expect(screen.queryByText('AAAA-BBBB-CCC9')).toBeNull()
  })

  test('is turned off with the password', async () => {
    let isOn = true
    answers.set('GET /api/second-factor/', () => json(200, { is_on: isOn, recovery_codes_left: 1 }))
    answers.set('POST /api/second-factor/disable/', () =>
      json(400, { password: ['Le mot de passe est incorrect'] }),
    )
    const { hand } = await openSettings('securite')
    await screen.findByText('Activée · 1 code de secours restant')
    await hand.click(press('Désactiver'))
    await hand.type(field('Votre mot de passe'), 'croisette')
    await hand.click(press('Désactiver la double authentification'))
    await screen.findByText('Le mot de passe est incorrect')
    answers.set('POST /api/second-factor/disable/', () => {
      isOn = false
      return done()
    })
    await hand.click(press('Désactiver la double authentification'))
    await screen.findByRole('button', { name: 'Activer' })
    expect(toasts()).toEqual(['La double authentification est désactivée.'])
  })
})
