// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoxOffice } from './box-office'
import type { SoldEvent, SoldType } from './counter/sold-event'
import { rememberPending } from './payment/pending-store'
import { haveDialogs, makeChannels, order, serve, show } from './testing'

const type: SoldType = {
  ...{ ...order.type, state: 'on_sale', available_tickets: 12, nbr_max: 20, sold_tickets: 8, closed: false },
  ...{ scanned_tickets: 0, hidden: false, min_per_order: 1, max_per_order: 20, after_previous: false },
  waiting_list_open: false,
}
const event: SoldEvent = { ...order.event, town: 'Lubumbashi', has_hidden_types: false, ttype: [type] }
const buyer = { id: 3, profile: { email: null } }

beforeEach(() => {
  haveDialogs()
  serve(({ name }) => {
    if (name.endsWith('/check-status/')) return { status: 'pending' }
    if (name.endsWith('/channels/')) return makeChannels()
    return { amount: '75.00', currency: 'USD', rate: null, currencies: ['USD'] }
  })
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const keepChoice = vi.fn(async () => undefined)
const onSignIn = vi.fn()
const onOpened = vi.fn()
const props = {
  event,
  type,
  quantity: 1,
  buyer,
  keepChoice,
  onOpened,
  onSignIn,
  onEmailKept: () => undefined,
}

const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantité')
const proceed = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Procéder au paiement' })

test('multiplies, and refuses what can’t be bought', async () => {
  show(<BoxOffice {...props} buyer={null} />)
  expect(await screen.findByRole('heading', { name: 'Votre sélection' })).toBeTruthy()
  expect(quantity().value).toBe('1')
  expect(quantity().min).toBe('1')
  fireEvent.change(quantity(), { target: { value: '3' } })
  expect(screen.getByText('75 USD')).toBeTruthy()
  for (const wrong of ['0', '', '13', '-1']) {
    fireEvent.change(quantity(), { target: { value: wrong } })
    expect(proceed().disabled).toBe(true)
    expect(screen.getByText('De 1 à 12')).toBeTruthy()
  }
})

test('names what is chosen, and what one of it costs', async () => {
  show(<BoxOffice {...props} buyer={null} />)
  const panel = (await screen.findByRole('heading', { name: 'Votre sélection' })).parentElement
  fireEvent.change(quantity(), { target: { value: '2' } })
  for (const words of [/Standard/, /25\sUSD/, /50\sUSD/]) expect(panel?.textContent).toMatch(words)
})

test('one more and one less, within what can be bought', async () => {
  show(<BoxOffice {...props} buyer={null} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  const less = screen.getByRole<HTMLButtonElement>('button', { name: 'Un billet de moins' })
  const more = screen.getByRole<HTMLButtonElement>('button', { name: 'Un billet de plus' })
  expect(less.disabled).toBe(true)
  fireEvent.click(more)
  fireEvent.click(more)
  expect(quantity().value).toBe('3')
  fireEvent.click(less)
  expect(screen.getByText('50 USD', { selector: '.figures' })).toBeTruthy()
  fireEvent.change(quantity(), { target: { value: '12' } })
  expect(more.disabled).toBe(true)
})

test('says that half a ticket is none, and rounds nothing', async () => {
  show(<BoxOffice {...props} buyer={null} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  fireEvent.change(quantity(), { target: { value: '1.5' } })
  expect(screen.getByText('La quantité doit être un entier')).toBeTruthy()
  expect(quantity().getAttribute('aria-invalid')).toBe('true')
  expect(proceed().disabled).toBe(true)
  expect(screen.queryByText('25 USD', { selector: '.figures' })).toBeNull()
})

test('a visitor signs in first, and the choice is kept meanwhile', async () => {
  show(<BoxOffice {...props} quantity={3} buyer={null} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  expect(quantity().value).toBe('3')
  fireEvent.click(proceed())
  await vi.waitFor(() => expect(onSignIn).toHaveBeenCalled())
  expect(keepChoice).toHaveBeenCalledWith({ ticket: 1, quantity: 3, pay: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('and finds the dialog open on the way back', async () => {
  show(<BoxOffice {...props} quantity={3} pay={1} />)
  expect(await screen.findByRole('dialog', { name: 'Paiement' })).toBeTruthy()
  expect(await screen.findByText('3 × 25 USD')).toBeTruthy()
})

test('a buyer gets the dialog with what was chosen', async () => {
  show(<BoxOffice {...props} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  fireEvent.change(quantity(), { target: { value: '3' } })
  fireEvent.click(proceed())
  expect(await screen.findByRole('dialog', { name: 'Paiement' })).toBeTruthy()
  expect(await screen.findByText('3 × 25 USD')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(keepChoice).toHaveBeenLastCalledWith()
  expect(document.activeElement).toBe(proceed())
})

const running = {
  ...{ paymentId: 'p1', url: '/pay', amount: '50.00', currency: 'USD' as const },
  deadline: Date.now() + 60_000,
}
const choice = { currency: 'USD' as const, email: '', keepEmail: false }

test('a reload finds its payment again', async () => {
  rememberPending({ userId: 3, order, choice, running })
  show(<BoxOffice {...props} type={null} />)
  expect(await screen.findByText('En attente de confirmation du paiement...')).toBeTruthy()
})

test.each([
  { whose: 'another person’s', userId: 4, eventId: 7 },
  { whose: 'another event’s', userId: 3, eventId: 8 },
])('but not $whose', async ({ userId, eventId }) => {
  // Here already: it would be shown at once.
  await import('./payment/payment-dialog')
  rememberPending({ userId, order: { ...order, event: { id: eventId, name: 'Autre' } }, choice, running })
  show(<BoxOffice {...props} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  await act(() => import('./payment/payment-dialog').then(() => undefined))
  expect(screen.queryByRole('dialog')).toBeNull()
})
