import { expect, test } from 'vitest'
import { askedPayments, countdown, nextAttempt, type PaymentState, paymentReducer, WAIT } from './machine'

const NOW = 1_000_000
const running = { paymentId: 'p1', url: '/pay', amount: '50.00', currency: 'USD' as const }
const pending: PaymentState = { step: 'pending', ...running, deadline: NOW + WAIT }
const timedOut = paymentReducer(pending, { type: 'tick', now: NOW + WAIT })
const processing: PaymentState = { step: 'processing', attempt: { key: 'k1' } }

test('the straight way: idle, processing, pending, success', () => {
  const started = paymentReducer({ step: 'idle' }, { type: 'start', key: 'k1' })
  expect(started).toEqual(processing)
  const waiting = paymentReducer(started, { type: 'started', ...running, now: NOW })
  expect(waiting).toEqual(pending)
  expect(paymentReducer(waiting, { type: 'status', paymentId: 'p1', status: 'pending' })).toBe(waiting)
  expect(paymentReducer(waiting, { type: 'status', paymentId: 'p1', status: 'success' })).toEqual({
    step: 'success',
  })
})

test('a refusal carries its reason, and the next try takes over the hold under a new key', () => {
  const failed = paymentReducer(pending, {
    type: 'status',
    paymentId: 'p1',
    status: 'failed',
    reason: 'Solde insuffisant.',
  })
  expect(failed).toEqual({ step: 'failed', paymentId: 'p1', reason: 'Solde insuffisant.' })
  expect(nextAttempt(failed, 'k2')).toEqual({ key: 'k2', retryOf: 'p1' })
  // Settled: nothing more is asked about it.
  expect(askedPayments(failed)).toEqual([])
})

test('a total that has become another is confirmed anew, and forgets nothing of the tries before', () => {
  const words = 'Le prix a changé.'
  const first = paymentReducer(processing, { type: 'priceChanged', words })
  expect(first).toEqual({ step: 'idle', changed: words })
  expect(nextAttempt(first, 'k2')).toEqual({ key: 'k2' })
  const retry = paymentReducer(timedOut, { type: 'start', key: 'k2' })
  const asked = paymentReducer(retry, { type: 'priceChanged', words })
  expect(asked).toEqual({ step: 'idle', changed: words, paymentId: 'p1', unsettled: ['p1'] })
  expect(nextAttempt(asked, 'k3')).toEqual({ key: 'k3', retryOf: 'p1', unsettled: ['p1'] })
  expect(askedPayments(asked)).toEqual(['p1'])
  const settled = paymentReducer(asked, { type: 'status', paymentId: 'p1', status: 'failed' })
  expect(settled).toEqual({ step: 'idle', changed: words, paymentId: 'p1' })
  expect(paymentReducer(asked, { type: 'status', paymentId: 'p1', status: 'success' }).step).toBe('success')
})

test('a channel that is not taken is chosen anew, and so is one after a failure', () => {
  const words = "M-Pesa n'est plus disponible."
  expect(paymentReducer(processing, { type: 'channelRefused', words })).toEqual({
    step: 'idle',
    channelRefused: words,
  })
  const retry = paymentReducer(timedOut, { type: 'start', key: 'k2' })
  const asked = paymentReducer(retry, { type: 'channelRefused', words })
  expect(asked).toEqual({ step: 'idle', channelRefused: words, paymentId: 'p1', unsettled: ['p1'] })

  const reconsidered = paymentReducer(timedOut, { type: 'reconsider' })
  expect(reconsidered).toEqual({ step: 'idle', paymentId: 'p1', unsettled: ['p1'] })
  expect(nextAttempt(reconsidered, 'k2')).toEqual({ key: 'k2', retryOf: 'p1', unsettled: ['p1'] })
  expect(askedPayments(reconsidered)).toEqual(['p1'])
})

test('only a failure that is known can be reconsidered', () => {
  const unanswered = paymentReducer(processing, { type: 'startFailed', unanswered: true })
  expect(paymentReducer(unanswered, { type: 'reconsider' })).toBe(unanswered)
  for (const state of [pending, processing]) expect(paymentReducer(state, { type: 'reconsider' })).toBe(state)
  expect(paymentReducer(pending, { type: 'channelRefused', words: 'Non.' })).toBe(pending)
})

test('an init nobody answered is sent again with its own key', () => {
  const failed = paymentReducer(processing, { type: 'startFailed', unanswered: true })
  expect(nextAttempt(failed, 'k2')).toEqual({ key: 'k1' })
  expect(paymentReducer(failed, { type: 'start', key: 'k2' })).toEqual(processing)
})

test('an init that was refused gets a new key, and still takes over the earlier hold', () => {
  const refused = paymentReducer(processing, { type: 'startFailed', unanswered: false, reason: 'Non.' })
  expect(refused).toEqual({ step: 'failed', reason: 'Non.' })
  expect(nextAttempt(refused, 'k2')).toEqual({ key: 'k2' })
  const retry: PaymentState = { step: 'processing', attempt: { key: 'k2', retryOf: 'p1' } }
  const again = paymentReducer(retry, { type: 'startFailed', unanswered: false })
  expect(nextAttempt(again, 'k3')).toEqual({ key: 'k3', retryOf: 'p1' })
})

test('the countdown ends the wait at its deadline, not before', () => {
  expect(paymentReducer(pending, { type: 'tick', now: NOW + WAIT - 1 })).toBe(pending)
  expect(timedOut).toEqual({ step: 'failed', paymentId: 'p1', unsettled: ['p1'] })
})

test('a word that comes after the countdown still counts', () => {
  expect(askedPayments(timedOut)).toEqual(['p1'])
  expect(paymentReducer(timedOut, { type: 'status', paymentId: 'p1', status: 'success' }).step).toBe(
    'success',
  )
  const refused = paymentReducer(timedOut, {
    type: 'status',
    paymentId: 'p1',
    status: 'failed',
    reason: 'Non.',
  })
  expect(refused).toEqual({ step: 'failed', paymentId: 'p1', reason: 'Non.' })
})

test('a refused second try forgets neither the first payment nor that it may still be paid', () => {
  const retry = paymentReducer(timedOut, { type: 'start', key: 'k2' })
  const refused = paymentReducer(retry, { type: 'startFailed', unanswered: false, reason: 'Non.' })
  expect(refused).toEqual({ step: 'failed', reason: 'Non.', paymentId: 'p1', unsettled: ['p1'] })
  expect(askedPayments(refused)).toEqual(['p1'])
  expect(nextAttempt(refused, 'k3')).toMatchObject({ key: 'k3', retryOf: 'p1' })
  expect(paymentReducer(refused, { type: 'status', paymentId: 'p1', status: 'success' }).step).toBe('success')
})

test('a second try that nobody answered is the same attempt, whatever becomes of the first payment', () => {
  const retry = paymentReducer(timedOut, { type: 'start', key: 'k2' })
  const unanswered = paymentReducer(retry, { type: 'startFailed', unanswered: true })
  expect(unanswered).toMatchObject({ step: 'failed', paymentId: 'p1', unsettled: ['p1'] })
  const settled = paymentReducer(unanswered, { type: 'status', paymentId: 'p1', status: 'failed' })
  for (const state of [unanswered, settled])
    expect(nextAttempt(state, 'k3')).toMatchObject({ key: 'k2', retryOf: 'p1' })
})

test('a payment that the provider refused may not be paid any more: no warning after another refusal', () => {
  const failed = paymentReducer(pending, { type: 'status', paymentId: 'p1', status: 'failed' })
  const retry = paymentReducer(failed, { type: 'start', key: 'k2' })
  const refused = paymentReducer(retry, { type: 'startFailed', unanswered: false })
  expect(refused).not.toHaveProperty('unsettled')
  expect(askedPayments(refused)).toEqual([])
})

test('while a second try is under way, the first is asked about, and its success ends the dialog', () => {
  const retry = paymentReducer(timedOut, { type: 'start', key: 'k2' })
  const second = paymentReducer(retry, { type: 'started', ...running, paymentId: 'p2', now: NOW })
  expect(askedPayments(second)).toEqual(['p1', 'p2'])
  expect(paymentReducer(second, { type: 'status', paymentId: 'p1', status: 'success' }).step).toBe('success')
  // Refused or paid back, it is out of the way, and the second goes on.
  for (const news of [{ status: 'failed' }, { status: 'success', refund: 'pending' }] as const) {
    const alone = paymentReducer(second, { type: 'status', paymentId: 'p1', ...news })
    expect(alone).toEqual({ ...pending, paymentId: 'p2' })
  }
  // It fails: the first may still be paid, and the warning stands.
  const failed = paymentReducer(second, { type: 'status', paymentId: 'p2', status: 'failed', reason: 'Non.' })
  expect(failed).toMatchObject({ step: 'failed', paymentId: 'p2', unsettled: ['p1'], reason: 'Non.' })
  const settled = paymentReducer(failed, {
    type: 'status',
    paymentId: 'p1',
    status: 'failed',
    reason: 'Oui.',
  })
  expect(settled).toEqual({ step: 'failed', paymentId: 'p2', reason: 'Non.' })
  const late = paymentReducer(second, { type: 'tick', now: NOW + WAIT })
  expect(askedPayments(late)).toEqual(['p1', 'p2'])
})

test('money that goes back is neither success nor failure, and is asked about until it is back', () => {
  const returning = paymentReducer(pending, {
    ...{ type: 'status', paymentId: 'p1', status: 'success' },
    refund: 'pending',
  })
  expect(returning).toEqual({ step: 'returned', paymentId: 'p1', refund: 'pending' })
  expect(askedPayments(returning)).toEqual(['p1'])
  const done = paymentReducer(returning, {
    ...{ type: 'status', paymentId: 'p1', status: 'success' },
    refund: 'done',
  })
  expect(done).toMatchObject({ step: 'returned', refund: 'done' })
  expect(askedPayments(done)).toEqual([])
  for (const state of [returning, done]) {
    expect(paymentReducer(state, { type: 'start', key: 'k2' })).toBe(state)
    expect(paymentReducer(state, { type: 'tick', now: NOW + 2 * WAIT })).toBe(state)
  }
})

test('success is never taken back, and a word about another payment changes nothing', () => {
  const success: PaymentState = { step: 'success' }
  expect(paymentReducer(success, { type: 'status', paymentId: 'p1', status: 'failed' })).toBe(success)
  expect(paymentReducer(success, { type: 'tick', now: NOW + 2 * WAIT })).toBe(success)
  expect(paymentReducer(success, { type: 'start', key: 'k2' })).toBe(success)
  expect(paymentReducer(pending, { type: 'status', paymentId: 'p0', status: 'success' })).toBe(pending)
  expect(paymentReducer(pending, { type: 'start', key: 'k2' })).toBe(pending)
})

test.each([
  [WAIT, '2:00'],
  [119_001, '2:00'],
  [65_000, '1:05'],
  [900, '0:01'],
  [0, '0:00'],
  [-5000, '0:00'],
  [WAIT + 60_000, '2:00'],
])('%i ms left are shown as %s', (left, text) => {
  expect(countdown(NOW + left, NOW)).toBe(text)
})
