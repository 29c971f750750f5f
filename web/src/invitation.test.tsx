// @vitest-environment jsdom
// From an invitation to somebody's address, through proving it, back to the invitation.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTokens } from '@/features/accounts/auth-store'
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
import { profile } from './settings-testing'

const event = { id: 7, name: 'Katanga Jazz', started_at: '2026-11-21', town: 'Lubumbashi' }
const invitation = { event, inviter: 'amani', role: 'collaborator', email: 'g…@exemple.cd', expires_at: 0 }

let mine: object

beforeEach(() => {
  startBrowser()
  keepTokens({ access, refresh: 'r' })
  mine = profile
  server.answer = ({ method, path }) => {
    if (path === '/api/session/') return json(200, { user })
    if (path === '/api/invitations/abc/') return json(200, invitation)
    if (path === '/api/invitations/abc/accept/') return json(403, { detail: 'Une autre adresse.' })
    if (path === '/api/email/verify/') return json(200, { detail: 'Votre adresse e-mail est vérifiée.' })
    if (path === '/api/email/send-verification/') return done()
    if (path === '/api/profile/' && method === 'PUT')
      mine = { ...profile, profile: { ...user.profile, email: 'grace@exemple.cd' } }
    if (path === '/api/profile/') return json(200, mine)
    return json(404, {})
  }
})

afterEach(stopBrowser)

async function prove() {
  const opened = await open('/invitations/abc')
  await opened.hand.click(await screen.findByRole('button', { name: 'Accepter' }))
  await screen.findByRole('heading', { name: 'Cette invitation est pour une autre adresse' })
  await opened.hand.type(
    await screen.findByLabelText("C'est mon adresse : la voici en entier"),
    'grace@exemple.cd{Enter}',
  )
  await screen.findByText('Ouvrez le lien reçu par e-mail, puis revenez ici et acceptez.')
  return opened
}

test('the address is given to the account, and its link asked for again if it got lost', async () => {
  const { hand } = await prove()
  expect(callsTo('PUT /api/profile/')).toEqual([{ email: 'grace@exemple.cd' }])
  await hand.click(press('Renvoyer le lien'))
  await waitFor(() => expect(callsTo('POST /api/email/send-verification/')).toHaveLength(1))
})

test('whoever has proved it is led back to the invitation', async () => {
  await prove()
  await open('/verify-email?token=secret')
  const back = await screen.findByRole('link', { name: "Revenir à l'invitation" })
  expect(back.getAttribute('href')).toBe('/invitations/abc')
})

test('without network nothing is said to be sent', async () => {
  const { hand } = await open('/invitations/abc')
  await hand.click(await screen.findByRole('button', { name: 'Accepter' }))
  await screen.findByLabelText("C'est mon adresse : la voici en entier")
  server.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await hand.type(field("C'est mon adresse : la voici en entier"), 'grace@exemple.cd{Enter}')
  await waitFor(() => expect(currentToasts()).toHaveLength(1))
  expect(press('Recevoir le lien')).toBeTruthy()
})

test('with another account one signs in again, on the way back here', async () => {
  const { router, hand } = await open('/invitations/abc')
  await hand.click(await screen.findByRole('button', { name: 'Accepter' }))
  await hand.click(await screen.findByRole('button', { name: 'Me connecter avec un autre compte' }))
  await waitFor(() => expect(router.state.location.href).toBe('/login?redirect=%2Finvitations%2Fabc'))
})
