// The life of one payment dialog as a pure function: no clock, no network, no browser in here.

/** How long the dialog waits for the payer; the server goes on asking the provider long after. */
export const WAIT = 120_000

/** One call of init. The same attempt sent again carries the same key, so that nobody pays twice. */
export interface Attempt {
  key: string
  /** The unfinished payment whose hold this one takes over. */
  retryOf?: string
  /** That one was ended by the countdown: it may still be paid. */
  timedOut?: boolean
}

/** A payment the provider knows of. */
export interface Running {
  paymentId: string
  url: string
  /** What will be taken, as the server fixed it. */
  amount: string
  currency: string
  /** Unix milliseconds: time left is always computed from it, so that a sleeping phone can't stretch it. */
  deadline: number
}

export type PaymentState =
  | { step: 'idle' }
  | { step: 'processing'; attempt: Attempt }
  | ({ step: 'pending' } & Running)
  | { step: 'success' }
  | Returned
  | Failed

/** It was paid, but there are no tickets for it: the money goes back, or is back. */
interface Returned {
  step: 'returned'
  paymentId: string
  /** "pending" or "done", as the server says of every refund. */
  refund: string
  reason?: string
}

interface Failed {
  step: 'failed'
  reason?: string
  /** Nobody answered the init: it may have arrived, so the next try is the same attempt. */
  again?: Attempt
  /** The payment that failed, for `retry_of` and for a word that comes late. */
  paymentId?: string
  /** The countdown ended it, not the provider: money may still be on its way. */
  timedOut?: boolean
}

export type PaymentEvent =
  | { type: 'start'; key: string }
  | ({ type: 'started'; now: number } & Omit<Running, 'deadline'>)
  | { type: 'startFailed'; reason?: string; unanswered: boolean }
  | Status
  | { type: 'tick'; now: number }

interface Status {
  type: 'status'
  paymentId: string
  status: 'pending' | 'success' | 'failed'
  reason?: string | null
  refund?: string | null
}

export function paymentReducer(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'start':
      return state.step === 'idle' || state.step === 'failed'
        ? { step: 'processing', attempt: nextAttempt(state, event.key) }
        : state
    case 'started': {
      if (state.step !== 'processing') return state
      const { type: _, now, ...running } = event
      return { step: 'pending', ...running, deadline: now + WAIT }
    }
    case 'startFailed':
      return state.step === 'processing' ? failedStart(state.attempt, event) : state
    case 'status':
      return withStatus(state, event)
    case 'tick':
      return state.step === 'pending' && event.now >= state.deadline
        ? { step: 'failed', paymentId: state.paymentId, timedOut: true }
        : state
  }
}

/** What a press on "Confirmer et payer" or "Réessayer" sends. */
export function nextAttempt(state: PaymentState, key: string): Attempt {
  if (state.step !== 'failed') return { key }
  if (state.again) return state.again
  return state.paymentId
    ? { key, retryOf: state.paymentId, ...(state.timedOut && { timedOut: true }) }
    : { key }
}

/** The payment whose fate is still worth asking for. */
export function askedPayment(state: PaymentState): string | null {
  if (state.step === 'pending') return state.paymentId
  if (state.step === 'returned') return state.refund === 'done' ? null : state.paymentId
  return state.step === 'failed' && state.timedOut ? (state.paymentId ?? null) : null
}

/** "1:05" */
export function countdown(deadline: number, now: number): string {
  // A clock set back must not show more than there ever was.
  const seconds = Math.ceil(Math.min(WAIT, Math.max(0, deadline - now)) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function failedStart(attempt: Attempt, event: { reason?: string; unanswered: boolean }): PaymentState {
  const { retryOf, timedOut } = attempt
  return {
    step: 'failed',
    reason: event.reason,
    ...(event.unanswered && { again: attempt }),
    ...(retryOf && { paymentId: retryOf, ...(timedOut && { timedOut }) }),
  }
}

function withStatus(state: PaymentState, { paymentId, status, refund, ...event }: Status): PaymentState {
  // A word about an earlier attempt says nothing about this one.
  if (askedPayment(state) !== paymentId) return state
  const reason = event.reason ?? undefined
  if (refund) return { step: 'returned', paymentId, refund, reason }
  if (status === 'pending' || state.step === 'returned') return state
  if (status === 'success') return { step: 'success' }
  return {
    step: 'failed',
    paymentId,
    reason,
    ...(state.step === 'failed' && state.again && { again: state.again }),
  }
}
