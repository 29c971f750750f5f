// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import type { OrganisedEvent } from '../organised-event'
import { haveDialogs, makeEvent, NOW, page, serve, show } from '../testing'
import RefundsPage from './refunds-page'

const refund = (id: string, changes = {}) => ({
  ...{ id, payment_id: 'p1', ticket_ids: ['t1'], buyer: 'elodie', amount: 25, currency: 'USD' },
  ...{ state: 'failed', cause: 'organiser', reason: null, created_at: NOW - 3_600_000, done_at: null },
  ...{ tried: 3, problem: 'Le compte du client est plein.', note: null, ...changes },
})
const request = {
  ...{ id: 9, ticket_id: 't9', label: 'VIP', holder: 'marie', amount: 40, currency: 'USD', state: 'open' },
  ...{ reason: 'Je suis malade', message: null, created_at: NOW, answered_at: null },
}
const cancellation = {
  ...{ state: 'running', payments: 200, settled: 50, told: 40, unreachable: 2 },
  refunds: { requested: 30, done: 18, failed: 1, by_hand: 1 },
  amounts: [{ currency: 'USD', amount: 1200 }],
}

let refunds: Record<string, unknown[]>
let requests: unknown[]
let answer: (name: string) => unknown
let sent: { name: string; body: unknown }[]

beforeEach(() => {
  haveDialogs()
  refunds = {}
  requests = []
  sent = []
  answer = () => ({})
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

function open(changes: Partial<OrganisedEvent> = {}) {
  serve(async ({ name, url }, asked) => {
    if (name === 'GET /api/events/7/refunds/') return page(refunds[url.searchParams.get('state') ?? ''] ?? [])
    if (name === 'GET /api/events/7/refund-requests/') return page(requests)
    if (name === 'GET /api/events/7/cancellation/') return cancellation
    const text = await asked.text()
    sent.push({ name, body: text ? JSON.parse(text) : null })
    return answer(name)
  })
  show(<RefundsPage event={makeEvent(changes)} />)
  return userEvent.setup()
}

const toasts = () => currentToasts().map(({ message }) => message)

test('what failed stands first, and is asked for again', async () => {
  refunds = { failed: [refund('r1')], done: [refund('r2', { state: 'done', done_at: NOW, buyer: null })] }
  const hand = open()
  await screen.findByText('Acheteur sans compte')
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Échoués (1)', 'Rendus (1)'])
  expect(screen.getByText(/Le compte du client est plein\./)).toBeTruthy()
  answer = () => {
    refunds = { requested: [refund('r1', { state: 'requested' })] }
    return refund('r1', { state: 'requested' })
  }
  await hand.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByRole('heading', { name: 'En cours (1)' })
  expect(sent.map(({ name }) => name)).toEqual(['POST /api/events/7/refunds/r1/retry/'])
  expect(toasts()).toEqual(["La demande est repartie vers l'opérateur."])
  // The button that was pressed is gone with its card.
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Remboursements'))
})

test('money that was handed back is noted, with a word', async () => {
  refunds = { by_hand: [refund('r1', { state: 'by_hand', problem: null })] }
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Remis en main propre' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remis en main propre ?' }))
  await hand.type(dialog.getByLabelText('Note'), 'au guichet, reçu 12')
  answer = () => {
    refunds = { done: [refund('r1', { state: 'done', done_at: NOW })] }
    return {}
  }
  await hand.click(dialog.getByRole('button', { name: "C'est rendu" }))
  await screen.findByRole('heading', { name: 'Rendus (1)' })
  expect(sent).toEqual([
    { name: 'POST /api/events/7/refunds/r1/handed-back/', body: { note: 'au guichet, reçu 12' } },
  ])
})

test('a request is refused with a word to its holder', async () => {
  requests = [request]
  const hand = open()
  await screen.findByText('« Je suis malade »')
  await hand.click(screen.getByRole('button', { name: 'Refuser' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Refuser cette demande ?' }))
  await hand.type(dialog.getByLabelText('Votre réponse (facultative)'), 'Trop tard')
  answer = () => {
    requests = []
    return {}
  }
  await hand.click(dialog.getByRole('button', { name: 'Refuser' }))
  await screen.findByText('Aucun remboursement')
  expect(sent[0]?.body).toEqual({ accept: false, message: 'Trop tard' })
  expect(toasts()).toEqual(['La demande est refusée.'])
})

test('what stands against an answer is said in its dialog', async () => {
  requests = [request]
  const hand = open()
  await hand.click(await screen.findByRole('button', { name: 'Accepter' }))
  answer = () => Response.json({ detail: 'Ce billet a été scanné.' }, { status: 409 })
  await hand.click(screen.getByRole('button', { name: 'Rembourser 40 USD' }))
  expect(await screen.findByText('Ce billet a été scanné.')).toBeTruthy()
})

test('who does not decide about money sees it and changes nothing', async () => {
  refunds = { failed: [refund('r1')] }
  requests = [request]
  open({ role: 'collaborator', trusted: false })
  await screen.findByText("L'organisateur répond à cette demande.")
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a cancellation shows how far it is', async () => {
  refunds = { failed: [refund('r1')] }
  open({ cancelled: true })
  const state = within(await screen.findByRole('region', { name: 'Annulation en cours' }))
  expect(state.getByRole('progressbar').getAttribute('value')).toBe('0.25')
  expect(state.getByText(/50 \/ 200 achats traités/)).toBeTruthy()
  expect(state.getByText('Personnes sans adresse, à prévenir vous-même').nextSibling?.textContent).toBe('2')
})

test('lists that could not be read are asked for again', async () => {
  let works = false
  serve(() => (works ? page([]) : new Response('{}', { status: 500 })))
  show(<RefundsPage event={makeEvent()} />)
  const retry = await screen.findByRole('button', { name: 'Réessayer' })
  works = true
  await userEvent.click(retry)
  expect(await screen.findByText('Aucun remboursement')).toBeTruthy()
})
