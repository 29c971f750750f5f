// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { haveDialogs, json, makeTicket, serve, show } from '../testing'
import { TicketActions } from './ticket-actions'

beforeEach(haveDialogs)
afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const ticket = makeTicket()
const open = () => show(<TicketActions ticket={ticket} siblings={[ticket]} onGone={() => undefined} />)
const toasts = () => currentToasts().map(({ message }) => message)

test('the tickets of a purchase are sent once more', async () => {
  const calls = serve(() => new Response(null, { status: 204 }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Recevoir par e-mail' }))
  await vi.waitFor(() => expect(toasts()).toEqual(['Vos billets sont partis par e-mail.']))
  expect(calls.map(({ name }) => name)).toEqual(['POST /api/payments/p1/send-tickets/'])
})

test('what stands against it is told in the server’s words', async () => {
  serve(() => json(409, { detail: 'Ajoutez une adresse e-mail à votre profil.' }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Recevoir par e-mail' }))
  await vi.waitFor(() => expect(toasts()).toEqual(['Ajoutez une adresse e-mail à votre profil.']))
})
