// The life of one payment dialog as a pure function: no clock, no network, no browser in here.
import type { Currency } from '@/api/generated/types.gen'

/** How long the dialog waits for the payer; the server goes on asking the provider long after. */
export const WAIT = 120_000

/** One call of init. The same attempt sent again carries the same key, so that nobody pays twice. */
export interface Attempt {
  key: string
  /** The unfinished payment whose hold this one takes over. */
  retryOf?: string
  unsettled?: Unsettled
}

/** Payments that only the countdown ended: any of them may still be paid. */
type Unsettled = readonly string[]

/** A payment the provider knows of. */
export interface Running {
  paymentId: string
  url: string
  /** What will be taken, as the server fixed it. */
  amount: string
  currency: Currency
  /** Unix milliseconds: time left is always computed from it, so that a sleeping phone can't stretch it. */
  deadline: number
  /** Tries before this one. */
  unsettled?: Unsettled
}

export type PaymentState =
  | Idle
  | { step: 'processing'; attempt: Attempt }
  | ({ step: 'pending' } & Running)
  | { step: 'success' }
  | Returned
  | Failed

/** Before the press that confirms the total: the first time, or once more because something has become another. */
interface Idle {
  step: 'idle'
  /** What the server said of the new total. */
  changed?: string
  /** What the server said of the channel, which it doesn't take. */
  channelRefused?: string
  /** The try before, as it stood. */
  paymentId?: string
  unsettled?: Unsettled
}

/** It was paid, but there are no tickets for it: the money goes back, or is back. */
interface Returned {
  step: 'returned'
  paymentId: string
  /** "pending" or "done", as the server says of every refund. */
  refund: string
}

interface Failed {
  step: 'failed'
  reason?: string
  /** Nobody answered the init: it may have arrived, so the next try is the same attempt. */
  again?: Attempt
  /** The payment that failed, for `retry_of` and for a word that comes late. */
  paymentId?: string
  /** Money may still be on its way. */
  unsettled?: Unsettled
}

export type PaymentEvent =
  | { type: 'start'; key: string }
  | ({ type: 'started'; now: number } & Omit<Running, 'deadline'>)
  | { type: 'startFailed'; reason?: string; unanswered: boolean }
  | { type: 'priceChanged'; words: string }
  | { type: 'channelRefused'; words: string }
  | { type: 'reconsider' }
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
      const { unsettled } = state.attempt
      return { step: 'pending', ...running, deadline: now + WAIT, ...(unsettled && { unsettled }) }
    }
    case 'startFailed':
      return state.step === 'processing' ? failedStart(state.attempt, event) : state
    case 'priceChanged':
      return state.step === 'processing'
        ? { step: 'idle', changed: event.words, ...before(state.attempt) }
        : state
    case 'channelRefused':
      return state.step === 'processing'
        ? { step: 'idle', channelRefused: event.words, ...before(state.attempt) }
        : state
    case 'reconsider':
      return state.step === 'failed' && !state.again ? reconsider(state) : state
    case 'status':
      return withStatus(state, event)
    case 'tick':
      return state.step === 'pending' && event.now >= state.deadline
        ? {
            step: 'failed',
            paymentId: state.paymentId,
            unsettled: [...(state.unsettled ?? []), state.paymentId],
          }
        : state
  }
}

/** What a press on "Confirmer et payer" or "Réessayer" sends. */
export function nextAttempt(state: PaymentState, key: string): Attempt {
  if (state.step !== 'failed' && state.step !== 'idle') return { key }
  if (state.step === 'failed' && state.again) return state.again
  const { paymentId, unsettled } = state
  return { key, ...(paymentId && { retryOf: paymentId }), ...(unsettled && { unsettled }) }
}

/** The payments whose fate is still worth asking for. */
export function askedPayments(state: PaymentState): readonly string[] {
  switch (state.step) {
    case 'pending':
      return [...(state.unsettled ?? []), state.paymentId]
    case 'returned':
      return state.refund === 'done' ? [] : [state.paymentId]
    case 'idle':
    case 'failed':
      return state.unsettled ?? []
    default:
      return []
  }
}

/** "1:05" */
export function countdown(deadline: number, now: number): string {
  // A clock set back must not show more than there ever was.
  const seconds = Math.ceil(Math.min(WAIT, Math.max(0, deadline - now)) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function failedStart(attempt: Attempt, event: { reason?: string; unanswered: boolean }): PaymentState {
  return {
    step: 'failed',
    reason: event.reason,
    ...(event.unanswered && { again: attempt }),
    ...before(attempt),
  }
}

/** The next try takes over the same hold, whatever is changed before it. */
function reconsider({ paymentId, unsettled }: Failed): Idle {
  return { step: 'idle', ...(paymentId && { paymentId }), ...(unsettled && { unsettled }) }
}

/** What an attempt that came to nothing leaves as it was. */
function before({ retryOf, unsettled }: Attempt): Pick<Failed, 'paymentId' | 'unsettled'> {
  return { ...(retryOf && { paymentId: retryOf }), ...(unsettled && { unsettled }) }
}

function withStatus(state: PaymentState, event: Status): PaymentState {
  const { paymentId, status } = event
  const refund = event.refund ?? undefined
  if (!askedPayments(state).includes(paymentId)) return state
  if (state.step === 'returned') return refund ? { ...state, refund } : state
  if (status === 'pending') return state
  if (status === 'success' && !refund) return { step: 'success' }
  // Of a try before, the money goes back or never came: the one under way goes on without it.
  const earlier = state.step === 'idle' || (state.step === 'pending' && state.paymentId !== paymentId)
  if (refund && !earlier) return { step: 'returned', paymentId, refund }
  return earlier ? settle(state, paymentId) : failed(state, event)
}

/** The provider has refused it: there is nothing to wait for any more. */
function failed(state: PaymentState, { paymentId, reason }: Status): PaymentState {
  const unsettled = 'unsettled' in state ? state.unsettled : undefined
  const refused: Failed = { step: 'failed', paymentId, reason: reason ?? undefined, unsettled }
  if (state.step !== 'failed') return settle(refused, paymentId)
  // What the last try said stands, unless this is about that one.
  return settle(state.paymentId === paymentId ? { ...refused, again: state.again } : state, paymentId)
}

/** Crosses a payment off those that may still be paid. */
function settle<State extends { unsettled?: Unsettled }>(state: State, paymentId: string): State {
  const { unsettled, ...rest } = state
  const left = unsettled?.filter((id) => id !== paymentId)
  return { ...rest, ...(left?.length ? { unsettled: left } : {}) } as State
}
