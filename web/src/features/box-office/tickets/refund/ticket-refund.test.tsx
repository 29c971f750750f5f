// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { type Call, haveDialogs, json, makePayment, makeTicket, NOW, serve, show } from '../../testing'
import { page, Screen } from '../page-testing'
import type { Payment, Ticket } from '../queries'

const REQUEST = '/api/my-tickets/t1/refund-request/'
const asked = { state: 'asked', amount: 25, currency: 'USD', message: null } as const
const DAY = 86_400_000

const server = { tickets: [] as Ticket[], payments: [] as Payment[], answer: (_: Call): unknown => ({}) }
let calls: Call[]

beforeEach(() => {
  haveDialogs()
  server.tickets = [makeTicket({ refund_possible: true })]
  server.payments = []
  calls = serve((call) => {
    if (call.name === 'GET /api/payments/') return page(server.payments)
    if (call.name === 'GET /api/my-tickets/')
      return page(call.url.searchParams.get('when') === 'past' ? [] : server.tickets)
    return server.answer(call)
  })
})

afterEach(async () => {
  cleanup()
  forgetPrivateAnswers(new QueryClient())
  await clearToasts()
  vi.unstubAllGlobals()
})

async function open() {
  show(<Screen />)
  const hand = userEvent.setup()
  await hand.click(await screen.findByRole('button', { name: 'Katanga Jazz de nuit' }))
  return hand
}

const ticket = () => within(screen.getByRole('dialog', { name: 'Billet 7KQ2-M9XD' }))

test('where it was promised the money can be asked for, with a reason', async () => {
  const hand = await open()
  await hand.click(ticket().getByRole('button', { name: 'Demander un remboursement' }))
  const send = () => screen.getByRole('button', { name: 'Envoyer la demande' })
  await hand.click(send())
  expect(screen.getByText('Dites pourquoi vous demandez le remboursement')).toBeTruthy()
  await hand.type(screen.getByLabelText('Pourquoi ?'), 'Je suis malade')
  server.answer = () => json(409, { detail: 'Le délai est passé.' })
  await hand.click(send())
  expect(await screen.findByText('Le délai est passé.')).toBeTruthy()
  server.answer = () => {
    server.tickets = [makeTicket({ refund: asked })]
    return json(201, asked)
  }
  await hand.click(send())
  expect(await ticket().findByText(/^Remboursement demandé/)).toBeTruthy()
  expect(calls.filter(({ name }) => name === `POST ${REQUEST}`)[1]?.body).toEqual({
    reason: 'Je suis malade',
  })
  expect(currentToasts().map(({ message }) => message)).toContain('Votre demande est envoyée.')
  expect(ticket().queryByRole('button', { name: 'Demander un remboursement' })).toBeNull()
})

test('a request can be taken back', async () => {
  server.tickets = [makeTicket({ refund: asked })]
  const hand = await open()
  server.answer = () => {
    server.tickets = [makeTicket({ refund_possible: true })]
    return new Response(null, { status: 204 })
  }
  await hand.click(ticket().getByRole('button', { name: 'Retirer ma demande' }))
  expect(await ticket().findByRole('button', { name: 'Demander un remboursement' })).toBeTruthy()
  expect(calls.some(({ name }) => name === `DELETE ${REQUEST}`)).toBe(true)
})

test('the answer stands on the ticket, and its state on the card', async () => {
  server.tickets = [makeTicket({ refund: { ...asked, state: 'refused', message: 'Trop tard' } })]
  await open()
  expect(screen.getByText('Remboursement refusé')).toBeTruthy()
  expect(ticket().getByText("Réponse de l'organisateur : « Trop tard »")).toBeTruthy()
  expect(ticket().queryByRole('button', { name: /Retirer|Demander/ })).toBeNull()
})

test('a ticket of a postponed event says so', async () => {
  const { event } = makeTicket()
  const postponed = { from: '2026-11-07', refund_until: '2026-11-20' }
  server.tickets = [makeTicket({ event: { ...event, postponed } })]
  await open()
  expect(await ticket().findByText('Reporté au samedi 21 novembre 2026')).toBeTruthy()
})

test('a part of a payment that goes back is told, and so is what went back lately', async () => {
  const refund = { ticket_ids: ['t2'], amount: 25, currency: 'USD' as const, created_at: NOW, done_at: null }
  server.payments = [
    makePayment({ status: 'success', refunds: [{ ...refund, state: 'requested' }] }),
    makePayment({ id: 'p2', status: 'success', refunds: [{ ...refund, state: 'done', done_at: NOW - DAY }] }),
    makePayment({
      id: 'p3',
      status: 'success',
      refunds: [{ ...refund, state: 'done', done_at: NOW - 15 * DAY }],
    }),
  ]
  show(<Screen />)
  await screen.findByText('Remboursement partiel en cours')
  expect(screen.getByText(/À vous rendre : 25 USD\./)).toBeTruthy()
  expect(screen.getAllByText('Remboursé en partie')).toHaveLength(1)
})

test('tickets are read again when a refund of their payment changes', async () => {
  const refund = { ticket_ids: ['t1'], amount: 25, currency: 'USD' as const, created_at: NOW, done_at: null }
  server.payments = [makePayment({ status: 'success', refunds: [{ ...refund, state: 'requested' }] })]
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW })
  show(<Screen />)
  await screen.findByText('Remboursement partiel en cours')
  server.payments = [
    makePayment({ status: 'success', refunds: [{ ...refund, state: 'done', done_at: NOW }] }),
  ]
  server.tickets = [makeTicket({ status: 'refunded' })]
  await vi.advanceTimersByTimeAsync(11_000)
  vi.useRealTimers()
  expect(await screen.findByText('Remboursé')).toBeTruthy()
})
