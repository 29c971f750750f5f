// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PENDING_PAYMENT } from '@/lib/private-answers'
import { buttonClass } from '@/ui/button'
import { json, NOW, pass, stubPopup, wakeUp } from '../testing'
import {
  asked,
  CHECK,
  closeBoxOffice,
  INIT,
  open,
  openBoxOffice,
  press,
  seen,
  server,
  started,
  toasts,
} from './dialog-testing'

beforeEach(openBoxOffice)
afterEach(closeBoxOffice)

test('says what is paid, and pays in the provider’s window until it succeeds', async () => {
  const { popup, open: openWindow } = stubPopup()
  let answer: (value: unknown) => void = () => undefined
  server.init = () => new Promise((resolve) => (answer = resolve))
  const onClose = await open()
  for (const text of ['Katanga Jazz de nuit', 'Standard', '2 × 25 USD', '50 USD'])
    expect(seen(text)).toBe(true)
  expect(document.activeElement?.tagName).toBe('FORM')

  fireEvent.click(screen.getByRole('button', { name: 'Confirmer et payer' }))
  // On the press itself: later it would be blocked.
  expect(openWindow).toHaveBeenCalledWith(
    '',
    'tukio-payment',
    expect.stringContaining('width=600,height=700'),
  )
  await pass()
  expect(seen('Initialisation du paiement...')).toBe(true)
  expect(popup.location.href).toBe('')

  answer(started)
  await pass()
  expect(popup.location.href).toBe('/sandbox/pay/r1')
  expect(seen('En attente de confirmation du paiement...')).toBe(true)
  expect(screen.getByRole('timer').textContent).toBe('2:00')
  expect(screen.queryByRole('link', { name: 'Ouvrir la page de paiement' })).toBeNull()

  await pass(5000)
  expect(asked(CHECK)).toHaveLength(1)
  expect(screen.getByRole('timer').textContent).toBe('1:55')
  server.status = { status: 'success' }
  await pass(5000)
  expect(seen('Paiement réussi !')).toBe(true)
  expect(seen('Vos billets ont été réservés. Vous recevrez un email de confirmation.')).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('status'))
  // The way to the tickets is the main one.
  expect(screen.getByRole('link', { name: 'Mes billets' }).className).toBe(buttonClass({ size: 'lg' }))
  await pass(20_000)
  expect(asked(CHECK)).toHaveLength(2)
  expect(sessionStorage.getItem(PENDING_PAYMENT)).toBeNull()
  await press('Fermer')
  expect(onClose).toHaveBeenCalled()
})

test('another currency shows its total and the rate that is frozen', async () => {
  stubPopup()
  await open()
  fireEvent.click(screen.getByRole('radio', { name: 'CDF' }))
  await pass()
  expect(seen('140 000 CDF')).toBe(true)
  expect(screen.getByText(/1 USD = 2 800 CDF/)).toBeTruthy()
  await press('Confirmer et payer')
  const order = { ticket_type_id: '1', quantity: 2, currency: 'CDF', amount: '140000', channel: 'mpesa' }
  expect(asked(INIT)[0]?.body).toEqual(order)
})

test('a price that changed meanwhile is shown and confirmed before anything is taken', async () => {
  const { popup } = stubPopup()
  await open()
  server.price = 30
  const words = "Le prix a changé : le total est maintenant de 60 USD. Rien n'a été payé."
  server.init = ({ body }) => (body.amount === '60.00' ? started : json(400, { amount: [words] }))
  await press('Confirmer et payer')
  await pass(1)
  await pass(1)
  expect(popup.close).toHaveBeenCalled()
  expect(toasts()).toEqual([])
  expect(screen.getByRole('alert').textContent).toBe(words)
  expect(document.activeElement?.tagName).toBe('FORM')
  // Price and total are of one answer.
  for (const text of ['2 × 30 USD', '60 USD']) expect(seen(text)).toBe(true)
  await press('Confirmer et payer')
  const [first, second] = asked(INIT)
  expect(first?.body).toMatchObject({ amount: '50.00' })
  expect(second?.key).not.toBe(first?.key)
  expect(seen('En attente de confirmation du paiement...')).toBe(true)
})

test('the old total is not offered while the new one is on its way', async () => {
  stubPopup()
  await open()
  server.init = () => json(400, { amount: ['Le prix a changé.'] })
  server.quoted = () => 0
  await press('Confirmer et payer')
  expect(seen('50 USD')).toBe(false)
  await pass(1)
  await pass(1)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirmer et payer' }).disabled).toBe(true)
  expect(screen.getByText(/n'a pas pu être calculé/).textContent).not.toContain('Choisissez')
  expect(screen.queryByRole('group', { name: 'Payer avec' })).toBeNull()
})

test('a refusal says why, and another try takes over the hold', async () => {
  stubPopup()
  const onClose = await open()
  await press('Confirmer et payer')
  server.status = { status: 'failed', reason: 'Solde insuffisant.' }
  await pass(5000)
  for (const text of [
    'Paiement échoué',
    'Solde insuffisant.',
    "Le paiement n'a pas pu être traité. Veuillez réessayer.",
  ]) {
    expect(seen(text)).toBe(true)
  }
  await press('Réessayer')
  const [first, second] = asked(INIT)
  expect(second?.body).toEqual({ ...first?.body, retry_of: 'p1' })
  expect(second?.key).not.toBe(first?.key)
  await pass(5000)
  await press('Annuler')
  expect(onClose).toHaveBeenCalled()
})

test('an init that is refused closes the window and says what the server said', async () => {
  const { popup } = stubPopup()
  server.init = () => json(400, { quantity: ['Il ne reste plus que 1 billet.'] })
  await open()
  await press('Confirmer et payer')
  expect(popup.close).toHaveBeenCalled()
  expect(popup.location.href).toBe('')
  expect(toasts()).toContain("Impossible d'initialiser le paiement")
  expect(seen('Paiement échoué')).toBe(true)
  expect(seen('Il ne reste plus que 1 billet.')).toBe(true)
})

test('the toast of an init that failed goes after five seconds', async () => {
  stubPopup()
  server.init = () => json(400, { quantity: ['Il ne reste plus que 1 billet.'] })
  await open()
  await press('Confirmer et payer')
  await pass(4900)
  expect(toasts()).toContain("Impossible d'initialiser le paiement")
  await pass(400)
  expect(toasts()).toEqual([])
})

test('an init without an answer is sent again under the same key', async () => {
  stubPopup()
  server.init = () => 0
  await open()
  await press('Confirmer et payer')
  expect(seen('Paiement échoué')).toBe(true)
  server.init = () => started
  await press('Réessayer')
  const [first, second] = asked(INIT)
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toMatchObject({ key: first?.key, body: first?.body })
  expect(seen('En attente de confirmation du paiement...')).toBe(true)
})

test('the countdown ends in failure, and a payment that arrives late still shows', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  await pass(119_000)
  expect(screen.getByRole('timer').textContent).toBe('0:01')
  await pass(1000)
  expect(seen('Paiement échoué')).toBe(true)
  expect(screen.getByText(/ne payez pas une seconde fois/)).toBeTruthy()
  server.status = { status: 'success' }
  await pass(5000)
  expect(seen('Paiement réussi !')).toBe(true)
})

test('money that goes back is not called a success, and the dialog sees it arrive', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  server.status = { status: 'success', refund: 'pending' }
  await pass(5000)
  expect(seen('Paiement réussi !')).toBe(false)
  expect(seen('Remboursement en cours')).toBe(true)
  expect(seen('Le montant vous sera rendu.')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Mes billets' })).toBeTruthy()
  expect(sessionStorage.getItem(PENDING_PAYMENT)).toBeNull()
  server.status = { status: 'success', refund: 'done' }
  await pass(5000)
  expect(seen('Remboursé')).toBe(true)
  expect(seen('Le montant vous a été rendu.')).toBe(true)
})

test('a refused second try still warns, and asks about the first payment', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  await pass(120_000)
  server.init = () => json(409, { detail: 'Vous avez trop de paiements en attente.' })
  await press('Réessayer')
  expect(seen('Vous avez trop de paiements en attente.')).toBe(true)
  expect(screen.getByText(/ne payez pas une seconde fois/)).toBeTruthy()
  server.status = { status: 'success' }
  await pass(5000)
  expect(seen('Paiement réussi !')).toBe(true)
})

test('a phone that slept asks at once, and its sleep is not given back', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  const before = asked(CHECK).length
  // The clock goes on while timers stand still.
  vi.setSystemTime(NOW + 90_000)
  wakeUp()
  await pass()
  expect(screen.getByRole('timer').textContent).toBe('0:30')
  expect(asked(CHECK)).toHaveLength(before + 1)
  vi.setSystemTime(NOW + 600_000)
  server.status = { status: 'success' }
  wakeUp()
  await pass()
  expect(seen('Paiement réussi !')).toBe(true)
})

test('closing while it waits says where the answer will be', async () => {
  stubPopup()
  const onClose = await open()
  await press('Confirmer et payer')
  await press('Fermer')
  expect(onClose).toHaveBeenCalled()
  expect(toasts().join()).toContain('Mes billets')
  expect(sessionStorage.getItem(PENDING_PAYMENT)).toBeNull()
})
