// @vitest-environment jsdom
// The payment dialog and the windows around it: the provider's, blocked, closed or telling; its own, reloaded or cut off.
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PENDING_PAYMENT } from '@/lib/private-answers'
import { NOW, pass, stubPopup } from '../testing'
import {
  asked,
  CHECK,
  closeBoxOffice,
  open,
  openBoxOffice,
  press,
  seen,
  server,
  started,
  toasts,
} from './dialog-testing'
import type { PendingPayment } from './pending-store'

beforeEach(openBoxOffice)
afterEach(closeBoxOffice)

test('a blocked window leaves a link', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  await open()
  await press('Confirmer et payer')
  const link = screen.getByRole('link', { name: 'Ouvrir la page de paiement' })
  expect(link.getAttribute('href')).toBe('/sandbox/pay/r1')
})

test('a window closed too early leaves a link as well, and one that stays open does not', async () => {
  const { popup } = stubPopup()
  await open()
  await press('Confirmer et payer')
  await pass(3000)
  expect(screen.queryByRole('link')).toBeNull()
  popup.closed = true
  await pass(1000)
  expect(screen.getByRole('link', { name: 'Ouvrir la page de paiement' })).toBeTruthy()
  expect(seen("La page de paiement ne s'est pas ouverte.")).toBe(false)
})

test('the window’s word is believed from our own origin only', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  const say = async (origin: string, payment_id: string) => {
    window.dispatchEvent(new MessageEvent('message', { origin, data: { type: 'tukio-payment', payment_id } }))
    await pass()
  }
  await say('https://evil.example', 'p1')
  await say(location.origin, 'p2')
  expect(asked(CHECK)).toHaveLength(0)
  await say(location.origin, 'p1')
  expect(asked(CHECK)).toHaveLength(1)
})

test('a reload resumes the wait where it was', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  const kept = JSON.parse(sessionStorage.getItem(PENDING_PAYMENT) ?? 'null') as PendingPayment
  cleanup()
  vi.setSystemTime(NOW + 30_000)
  const before = asked(CHECK).length
  await open(kept)
  expect(screen.getByRole('timer').textContent).toBe('1:30')
  expect(asked(CHECK)).toHaveLength(before + 1)
  expect(screen.getByRole('link', { name: 'Ouvrir la page de paiement' })).toBeTruthy()
})

test('a network that comes back is asked at once', async () => {
  stubPopup()
  await open()
  await press('Confirmer et payer')
  server.status = 0
  window.dispatchEvent(new Event('offline'))
  await pass(5000)
  expect(toasts()).toEqual([])
  server.status = { status: 'success' }
  window.dispatchEvent(new Event('online'))
  await pass()
  expect(seen('Paiement réussi !')).toBe(true)
})

test('a dialog closed before the provider answers leaves no window, shows nothing and is not resumed', async () => {
  const { popup } = stubPopup()
  let answer = (_: unknown) => {}
  server.init = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  await open()
  await press('Confirmer et payer')
  cleanup()
  expect(popup.close).toHaveBeenCalledTimes(1)
  answer(started)
  await pass()
  expect(popup.location.href).toBe('')
  expect(sessionStorage.getItem(PENDING_PAYMENT)).toBeNull()
  // By then it may be the window of another try.
  expect(popup.close).toHaveBeenCalledTimes(1)
})

test('a dialog closed while somebody pays leaves them their page', async () => {
  const { popup } = stubPopup()
  await open()
  await press('Confirmer et payer')
  cleanup()
  expect(popup.close).not.toHaveBeenCalled()
})

test('a payment that succeeds takes the page to pay away, but no other page of ours', async () => {
  for (const { at, closes } of [
    { at: '/sandbox/pay/r1', closes: 1 },
    { at: '/payments/return?payment_id=p1', closes: 0 },
  ]) {
    const { popup } = stubPopup()
    server.status = { status: 'pending' }
    await open()
    await press('Confirmer et payer')
    popup.location.href = new URL(at, location.href).href
    server.status = { status: 'success' }
    await pass(5000)
    expect(seen('Paiement réussi !')).toBe(true)
    expect(popup.close).toHaveBeenCalledTimes(closes)
    cleanup()
  }
})
