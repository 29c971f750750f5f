// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { PENDING_PAYMENT } from '@/lib/private-answers'
import { PaymentReturn } from './payment-return'
import { haveDialogs, holdTime, json, pass, serve, show } from './testing'

beforeEach(() => {
  haveDialogs()
  holdTime()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('tells the page that waits, and leaves', async () => {
  const calls = serve(() => ({ status: 'pending' }))
  const opener = { postMessage: vi.fn() }
  vi.stubGlobal('opener', opener)
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  show(<PaymentReturn paymentId="p1" signedIn />)
  await pass()
  expect(close).toHaveBeenCalled()
  expect(opener.postMessage).toHaveBeenCalledWith(
    { type: 'tukio-payment', payment_id: 'p1' },
    location.origin,
  )
  // The page that waits asks: two need not.
  expect(calls).toEqual([])
})

test('a window that the browser keeps open tells by itself', async () => {
  serve(() => ({ status: 'success' }))
  vi.stubGlobal('opener', { postMessage: vi.fn() })
  vi.spyOn(window, 'close').mockImplementation(() => undefined)
  show(<PaymentReturn paymentId="p1" signedIn />)
  await pass()
  expect(heading()).toBe('Vérification du paiement...')
  await settle(1500)
  expect(heading()).toBe('Paiement réussi !')
})

describe('without a page that waits', () => {
  beforeEach(() => {
    vi.stubGlobal('opener', null)
  })

  async function comeBack(signedIn = true) {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    show(<PaymentReturn paymentId="p1" signedIn={signedIn} />)
    await settle()
    expect(close).not.toHaveBeenCalled()
  }

  it('asks until the payment has succeeded', async () => {
    let status = 'pending'
    const calls = serve(() => ({ status }))
    await comeBack()
    expect(heading()).toBe('Vérification du paiement...')
    expect(link('Mes billets')).toBe('/dash/tickets')
    status = 'success'
    sessionStorage.setItem(PENDING_PAYMENT, '{}')
    await settle(5000)
    expect(heading()).toBe('Paiement réussi !')
    expect(sessionStorage.getItem(PENDING_PAYMENT)).toBeNull()
    const asked = calls.length
    await pass(20_000)
    expect(calls).toHaveLength(asked)
  })

  it('says why it failed, and the way on', async () => {
    serve(() => ({ status: 'failed', reason: 'Solde insuffisant.' }))
    await comeBack()
    expect(heading()).toBe('Paiement échoué')
    expect(screen.getByRole('status').textContent).toContain('Solde insuffisant.')
    expect(link('Voir les évènements')).toBe('/events')
  })

  it('says that money goes back, and when it has', async () => {
    let refund = 'pending'
    serve(() => ({ status: 'success', refund }))
    await comeBack()
    expect(heading()).toBe('Remboursement en cours')
    refund = 'done'
    await settle(5000)
    expect(heading()).toBe('Remboursé')
  })

  it('asks again when nobody answered', async () => {
    let answer: unknown = 0
    serve(() => answer)
    await comeBack()
    expect(heading()).toBe('Vérification du paiement...')
    answer = { status: 'success' }
    await settle(5000)
    expect(heading()).toBe('Paiement réussi !')
  })

  it("knows a payment that is not the reader's from one under way", async () => {
    serve(() => json(404, { detail: 'Paiement introuvable.' }))
    await comeBack()
    expect(heading()).toBe('Paiement introuvable')
    expect(link('Mes billets')).toBe('/dash/tickets')
  })

  it('asks who one is, and comes back', async () => {
    const calls = serve(() => ({ status: 'success' }))
    await comeBack(false)
    expect(heading()).toBe('Connectez-vous')
    const address = new URL(link('Connexion') ?? '', location.origin)
    expect(address.pathname).toBe('/login')
    expect(address.searchParams.get('redirect')).toContain('/payments/return?payment_id=p1')
    expect(calls).toEqual([])
  })
})

/** What is asked is shown some turns after it is answered. */
async function settle(ms = 0): Promise<void> {
  await pass(ms)
  for (let turn = 0; turn < 3; turn++) await pass(1)
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
