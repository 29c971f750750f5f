// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { haveDialogs, makeEvent, NOW, page, serve, show } from '../testing'
import PaymentsPage from './payments-page'

const payment = {
  ...{ id: 'p1', buyer: 'grace', quantity: 2, ticket_type: 'Standard', amount: 20, currency: 'USD' },
  ...{ channel: 'online', state: 'succeeded', created_at: NOW, refunds: null },
}
const story = [
  { at: NOW - 60_000, what: 'held', text: '2 places retenues.' },
  { at: NOW, what: 'paid', text: 'Payé par M-Pesa.' },
]

beforeEach(() => {
  haveDialogs()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

/** The list, or one payment and its story. */
function servePayments(list: unknown[], one: unknown = { ...payment, story }) {
  return serve(({ name }) => {
    if (name.startsWith('POST')) return new Response(null, { status: 204 })
    return name === 'GET /api/events/7/payments/' ? page(list) : one
  })
}

const event = makeEvent()

test('each payment with who, what, how much and how it stands', async () => {
  const refunds = { count: 1, done: 0, amount: 10 }
  servePayments([
    payment,
    { ...payment, id: 'p2', buyer: null, channel: 'door', refunds },
    { ...payment, id: 'p3', buyer: null, state: 'review' },
  ])
  show(<PaymentsPage event={event} />)
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent)
  expect(rows).toEqual([
    'gracePayésam. 14 nov. · 12:002 × Standard20 USDEn ligne',
    'À la portePayé10 USD à rendresam. 14 nov. · 12:002 × Standard20 USDÀ la porte',
    'Compte ferméÀ vérifiersam. 14 nov. · 12:002 × Standard20 USDEn ligne',
  ])
})

test('one payment opens over the list, is in the address, and tells its story line by line', async () => {
  servePayments([payment])
  const { router } = show(<PaymentsPage event={event} />, '/?state=succeeded&payment=p1')
  const dialog = await screen.findByRole('dialog', { name: 'grace' })
  const lines = within(within(dialog).getByRole('list')).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    '2 places retenues.sam. 14 nov. · 11:59',
    'Payé par M-Pesa.sam. 14 nov. · 12:00',
  ])
  expect(within(dialog).getByText('Référence : p1')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fermer' }))
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?state=succeeded'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a row leads to its payment, within what is filtered', async () => {
  servePayments([payment])
  show(<PaymentsPage event={event} />, '/?search=gra')
  const link = await screen.findByRole('link', { name: 'grace' })
  expect(link.getAttribute('href')).toBe('/dash/events/7/payments?search=gra&payment=p1')
})

test('tickets are sent again once, and the server’s refusal is told', async () => {
  const calls = servePayments([payment])
  show(<PaymentsPage event={event} />, '/?payment=p1')
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer les billets' }))
  const sent = await screen.findByRole('button', { name: 'Billets renvoyés' })
  await userEvent.click(sent)
  expect(calls.filter(({ name }) => name.startsWith('POST')).map(({ name }) => name)).toEqual([
    'POST /api/events/7/payments/p1/send-tickets/',
  ])
  cleanup()
  await clearToasts()

  const words = "Cette personne n'a pas d'adresse e-mail."
  serve(({ name }) => {
    if (name.startsWith('POST')) return Response.json({ detail: words }, { status: 409 })
    return name === 'GET /api/events/7/payments/' ? page([payment]) : { ...payment, story }
  })
  show(<PaymentsPage event={event} />, '/?payment=p1')
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer les billets' }))
  await vi.waitFor(() => expect(currentToasts().map(({ message }) => message)).toEqual([words]))
})

test('refunding is shown to who may, and only for what was paid', async () => {
  servePayments([payment])
  show(<PaymentsPage event={event} />, '/?payment=p1')
  await userEvent.click(await screen.findByRole('button', { name: 'Rembourser' }))
  expect(await screen.findByText('Rembourser cet achat ?')).toBeTruthy()
  cleanup()
  show(<PaymentsPage event={makeEvent({ role: 'collaborator', trusted: false })} />, '/?payment=p1')
  await screen.findByRole('button', { name: 'Renvoyer les billets' })
  expect(screen.queryByRole('button', { name: 'Rembourser' })).toBeNull()
  cleanup()
  servePayments([], { ...payment, state: 'failed', story })
  show(<PaymentsPage event={event} />, '/?payment=p1')
  await screen.findByText('Payé par M-Pesa.')
  expect(screen.queryByRole('button', { name: 'Rembourser' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Renvoyer les billets' })).toBeNull()
})

test('a payment that this event does not have, and one that could not be read', async () => {
  serve(({ name }) =>
    name === 'GET /api/events/7/payments/' ? page([]) : new Response('{}', { status: 404 }),
  )
  show(<PaymentsPage event={event} />, '/?payment=rien')
  await screen.findByText("Cet évènement n'a pas ce paiement.")
  expect(screen.getByText('Aucun paiement pour le moment')).toBeTruthy()
  cleanup()
  serve(() => new Response(null, { status: 503 }))
  show(<PaymentsPage event={event} />, '/?payment=p1')
  await screen.findByText("Le paiement n'a pas pu être lu.")
  await screen.findByText("Les paiements n'ont pas pu être lus.")
})
