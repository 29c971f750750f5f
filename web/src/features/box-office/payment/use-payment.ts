// The payment dialog's state with its clock, its questions to the server and the provider's window around it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { attemptKey } from '@/lib/attempt-key'
import { boxOfficeKeys } from '@/lib/query-keys/box-office'
import { eventKeys } from '@/lib/query-keys/events'
import { asErrors } from '@/lib/server-errors'
import { showToast } from '@/ui/toast-store'
import { initPaymentMutation } from './calls'
import { rememberChannel } from './channels'
import { nextAttempt, type PaymentState, paymentReducer, WAIT } from './machine'
import type { Order, OrderChoice } from './order'
import { forgetPending, type PendingPayment, rememberPending } from './pending-store'
import { openPopup, type PaymentPage, type Popup } from './popup'
import type { PaymentStatus } from './status-query'

const TOAST_TIME = 5000

type PaymentProps = {
  userId: number
  order: Order
  resumed?: PendingPayment
  onEmailKept: () => void
  /** The code was taken when the total was asked for, and is not any more. */
  onPromoRefused: () => void
}

export function usePayment({ userId, order, resumed, onEmailKept, onPromoRefused }: PaymentProps) {
  const queryClient = useQueryClient()
  const init = useMutation(initPaymentMutation)
  const [state, dispatch] = useReducer(paymentReducer, resumed, firstState)
  const popup = useRef<Popup>(null)
  useEffect(() => () => popup.current?.abandon(), [])
  // After a reload the window can't be reached any more: its link stands in for it.
  const [paymentPage, setPaymentPage] = useState<PaymentPage>(resumed ? 'left' : 'open')
  const now = useDeadline(state, (moment) => {
    if (popup.current?.isGone()) setPaymentPage('left')
    dispatch({ type: 'tick', now: moment })
  })

  const onStatus = useCallback(({ status, ...known }: PaymentStatus) => {
    if (status !== 'unknown') dispatch({ type: 'status', status, ...known })
  }, [])

  const { step } = state
  const eventId = order.event.id
  useEffect(() => {
    if (step !== 'success' && step !== 'failed' && step !== 'returned') return
    forgetPending()
    // An earlier try may have succeeded while the window shows a later one: nobody must pay that as well.
    if (step === 'success') popup.current?.finish()
    // What is left of the type, one's tickets and one's payments are other than before.
    void queryClient.invalidateQueries({ queryKey: eventKeys.detail(eventId) })
    void queryClient.invalidateQueries({ queryKey: boxOfficeKeys.tickets })
    void queryClient.invalidateQueries({ queryKey: boxOfficeKeys.payments })
    void queryClient.invalidateQueries({ queryKey: boxOfficeKeys.waitingList(eventId) })
  }, [step, queryClient, eventId])

  /** Called by the press itself: the window must open before anything is waited for. */
  function pay(choice: OrderChoice): void {
    // Nothing to pay: nothing to open.
    const opened = Number(choice.amount) === 0 ? null : openPopup()
    popup.current = opened
    const key = attemptKey()
    dispatch({ type: 'start', key })
    const attempt = nextAttempt(state, key)
    // Not told when the dialog is gone: nobody waits here any more, and the window may be another try's by now.
    init.mutate(
      { order, choice, attempt },
      {
        onSuccess: ({ payment_id: paymentId, payment_url: url, amount, currency, status }) => {
          const running = { paymentId, url, amount, currency }
          const now = Date.now()
          dispatch({ type: 'started', ...running, now })
          if (choice.keepEmail) onEmailKept()
          if (choice.channel) rememberChannel(choice.channel)
          if (status === 'success') {
            opened?.close()
            dispatch({ type: 'status', paymentId, status })
            return
          }
          const { unsettled } = attempt
          rememberPending({ userId, order, choice, running: { ...running, unsettled, deadline: now + WAIT } })
          setPaymentPage(opened?.show(url) ? 'open' : 'blocked')
        },
        onError: (error) => {
          opened?.close()
          tellFailure(error)
        },
      },
    )
  }

  function tellFailure(error: Error): void {
    const { status, body } = error instanceof ApiError ? error : new ApiError(0, error)
    const words = priceWords(body)
    if (words) {
      queryClient.removeQueries({ queryKey: boxOfficeKeys.quotes })
      // What the page shows is old, too.
      void queryClient.invalidateQueries({ queryKey: eventKeys.detail(eventId) })
      if (asErrors(body).promo_code) onPromoRefused()
      dispatch({ type: 'priceChanged', words })
      return
    }
    const channelWords = firstWords(asErrors(body).channel)
    if (channelWords) {
      queryClient.removeQueries({ queryKey: boxOfficeKeys.quotes })
      dispatch({ type: 'channelRefused', words: channelWords })
      return
    }
    showToast('error', "Impossible d'initialiser le paiement", TOAST_TIME)
    // A server that broke may have kept the payment all the same.
    const unanswered = status === 0 || status >= 500
    dispatch({ type: 'startFailed', unanswered, reason: unanswered ? undefined : firstWords(body) })
  }

  /** Back to the summary after a failure, to change something before the next try. */
  const reconsider = () => dispatch({ type: 'reconsider' })

  return { state, now, paymentPage, pay, reconsider, onStatus }
}

function firstState(resumed?: PendingPayment): PaymentState {
  return resumed ? { ...resumed.running, step: 'pending' } : { step: 'idle' }
}

/** Tells the time each second while there is a deadline, and at once when the phone wakes up. */
function useDeadline(state: PaymentState, onTick: (now: number) => void): number {
  const [now, setNow] = useState(Date.now)
  const deadline = state.step === 'pending' ? state.deadline : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: onTick only dispatches, whichever render it is of
  useEffect(() => {
    if (deadline === null) return
    const tick = () => {
      setNow(Date.now())
      onTick(Date.now())
    }
    tick()
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [deadline])
  return now
}

/** Why the total that was confirmed is not taken: it has become another, or its code is no longer taken. */
function priceWords(errors: unknown): string | undefined {
  const { amount, promo_code } = asErrors(errors)
  return firstWords(amount) ?? firstWords(promo_code)
}

/** The server's own sentence, whichever field it stands under. */
function firstWords(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  return Object.values(errors)
    .flat()
    .find((words): words is string => typeof words === 'string')
}
