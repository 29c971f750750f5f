// @vitest-environment jsdom
// Codes to telephones: proving one's number, taking it back at registration, and a new password.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
import { answers, openSettings, profile, startSignedIn, toasts } from './settings-testing'

const WRONG = "Ce code est faux ou n'est plus valable. Vérifiez-le, ou demandez-en un nouveau."
const asked = (detail: string) => json(200, { detail, resend_after: 60 })
const channels = (...names: string[]) => json(200, { channels: names })

afterEach(stopBrowser)

describe('in the settings', () => {
  beforeEach(startSignedIn)

  test('a number is proved by the code that was sent to it', async () => {
    let verified = false
    answers.set('GET /api/profile/', () => json(200, { ...profile, phone_verified: verified }))
    answers.set('GET /api/phone/channels/', () => channels('sms', 'whatsapp'))
    answers.set('POST /api/phone/send-code/', () => asked('Un code vient d’être envoyé.'))
    answers.set('POST /api/phone/verify/', () => json(400, { code: [WRONG] }))
    const { hand } = await openSettings()
    await screen.findByText('0991234567 : à vérifier')
    expect(screen.queryByLabelText('Code reçu')).toBeNull()
    await hand.click(press('Vérifier mon numéro par WhatsApp'))
    const code = await screen.findByLabelText<HTMLInputElement>('Code reçu')
    expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])
    expect(callsTo('POST /api/phone/send-code/')).toEqual([{ channel: 'whatsapp' }])
    // Another only after a while.
    expect(press('Renvoyer par SMS').ariaDisabled).toBe('true')
    await hand.click(press('Renvoyer par SMS'))
    expect(callsTo('POST /api/phone/send-code/')).toHaveLength(1)

    await hand.click(press('Confirmer'))
    await screen.findByText('Saisissez le code à six chiffres')
    await hand.type(code, '123 456')
    await hand.click(press('Confirmer'))
    await screen.findByText(WRONG)
    answers.set('POST /api/phone/verify/', () => {
      verified = true
      return done()
    })
    await hand.click(press('Confirmer'))
    await screen.findByText('0991234567 : vérifié')
    expect(callsTo('POST /api/phone/verify/')[1]).toEqual({ code: '123 456' })
    expect(toasts()).toEqual(['Votre numéro est vérifié.'])
  })

  test('too many codes are told in the server’s words', async () => {
    answers.set('GET /api/phone/channels/', () => channels('sms'))
    const words = 'Trop de tentatives. Réessayez dans 2 minutes.'
    answers.set('POST /api/phone/send-code/', () => json(429, { detail: words }))
    const { hand } = await openSettings()
    await hand.click(await screen.findByRole('button', { name: 'Vérifier mon numéro par SMS' }))
    await waitFor(() => expect(toasts()).toEqual([words]))
    expect(screen.queryByLabelText('Code reçu')).toBeNull()
  })

  test('where no code can be sent nothing is offered', async () => {
    answers.set('GET /api/phone/channels/', () => channels())
    await openSettings()
    await waitFor(() => expect(callsTo('GET /api/phone/channels/')).toHaveLength(1))
    expect(screen.queryByText('0991234567 : à vérifier')).toBeNull()
  })
})

describe('at registration', () => {
  beforeEach(startBrowser)

  test('a number that another account has typed is taken by its code', async () => {
    server.answer = ({ path, body }) => {
      if (path === '/api/phone/channels/') return channels('sms')
      if (path === '/api/phone/claim/') return asked('Si un compte utilise ce numéro…')
      if (path !== '/api/register/') return json(200, { results: [], next: null, previous: null })
      if (!body.phone_code) return json(400, { phone: ['Ce numéro de téléphone est déjà utilisé'] })
      if (body.phone_code !== '123456') return json(400, { phone_code: [WRONG] })
      return json(201, { access: 'e30.e30.sign', refresh: 'r', user })
    }
    const { hand } = await open('/register')
    await hand.type(field("Nom d'utilisateur"), 'elodie')
    await hand.type(field('Numéro de téléphone'), '0991234567')
    await hand.type(field('Mot de passe'), 'croisette')
    await hand.type(field('Confirmer mot de passe'), 'croisette')
    await hand.click(press("S'inscrire"))
    await screen.findByText('Ce numéro de téléphone est déjà utilisé')
    await hand.click(
      await screen.findByRole('button', { name: "C'est mon numéro : recevoir un code par SMS" }),
    )
    const code = await screen.findByLabelText<HTMLInputElement>('Code reçu')
    expect(callsTo('POST /api/phone/claim/')).toEqual([{ phone: '0991234567', channel: 'sms' }])
    await hand.type(code, '654321')
    await hand.click(press("S'inscrire"))
    await screen.findByText(WRONG)
    await hand.clear(code)
    await hand.type(code, '123456')
    await hand.click(press("S'inscrire"))
    await waitFor(() => expect(callsTo('POST /api/register/')).toHaveLength(3))
    expect(callsTo('POST /api/register/')[2]).toMatchObject({ phone: '0991234567', phone_code: '123456' })
  })
})

describe('a forgotten password', () => {
  beforeEach(startBrowser)

  test('is chosen anew by a code to the number', async () => {
    const words = "Si ce numéro est vérifié sur un compte, un code vient d'y être envoyé."
    server.answer = ({ path }) => {
      if (path === '/api/phone/channels/') return channels('sms')
      if (path === '/api/password/forgotten/phone/') return asked(words)
      return path === '/api/password/reset/phone/' ? done() : json(404, {})
    }
    const { router, hand } = await open('/forgotten-password')
    await hand.click(await screen.findByRole('button', { name: 'Recevoir un code par téléphone' }))
    const phone = field('Numéro de téléphone vérifié')
    await hand.type(phone, '12')
    await hand.click(press('Recevoir un code par SMS'))
    await screen.findByText('Le numéro de téléphone doit être valide (au moins 10 chiffres)')
    expect(callsTo('POST /api/password/forgotten/phone/')).toEqual([])
    await hand.clear(phone)
    await hand.type(phone, '0991234567')
    await hand.click(press('Recevoir un code par SMS'))
    await screen.findByText(words)
    await hand.type(field('Code reçu'), '123456')
    await hand.type(field('Nouveau mot de passe'), 'croisette')
    await hand.type(field('Confirmer mot de passe'), 'croisette')
    await hand.click(press('Changer le mot de passe'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(callsTo('POST /api/password/reset/phone/')).toEqual([
      { phone: '0991234567', code: '123456', password: 'croisette', password2: 'croisette' },
    ])
  })
})
