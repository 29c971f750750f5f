// The payment dialog's state with its clock, its questions to the server and the provider's window around it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { attemptKey } from '@/lib/attempt-key'
import { showToast } from '@/ui/toast-store'
import { askStatus, startPayment } from './calls'
import { askedPayments, nextAttempt, type PaymentState, paymentReducer, WAIT } from './machine'
import type { Order, OrderChoice } from './order'
import { POLL_EVERY } from './outcome-query'
import { forgetPending, type PendingPayment, rememberPending } from './pending-store'
import { openPopup, type PaymentPage, type Popup } from './popup'

const TOAST_TIME = 5000

type PaymentProps = { userId: number; order: Order; resumed?: PendingPayment; onEmailKept: () => void }

export function usePayment({ userId, order, resumed, onEmailKept }: PaymentProps) {
  const queryClient = useQueryClient()
  const [state, dispatch] = useReducer(paymentReducer, resumed, firstState)
  const popup = useRef<Popup>(null)
  const left = useLeft(() => popup.current?.abandon())
  // After a reload the window can't be reached any more: its link stands in for it.
  const [paymentPage, setPaymentPage] = useState<PaymentPage>(resumed ? 'left' : 'open')
  const now = useDeadline(state, (moment) => {
    if (popup.current?.isGone()) setPaymentPage('left')
    dispatch({ type: 'tick', now: moment })
  })

  // As one text: an effect compares it by what it says.
  const asked = askedPayments(state).join(' ')
  const resumedId = resumed?.running.paymentId
  useEffect(() => {
    if (!asked) return
    const ids = asked.split(' ')
    let asking = false
    const poll = async () => {
      // On a slow network the last answer may still be on its way.
      if (asking) return
      asking = true
      for (const paymentId of ids) {
        const answer = await askStatus(paymentId).catch(() => null)
        if (answer) dispatch({ type: 'status', paymentId, ...answer })
      }
      asking = false
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') void poll()
    }
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin === location.origin && data?.type === 'tukio-payment' && ids.includes(data.payment_id))
        void poll()
    }
    if (resumedId && ids.includes(resumedId)) void poll()
    const timer = setInterval(poll, POLL_EVERY)
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('online', poll)
    addEventListener('message', onMessage)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('online', poll)
      removeEventListener('message', onMessage)
    }
  }, [asked, resumedId])

  const { step } = state
  const eventId = order.event.id
  useEffect(() => {
    if (step !== 'success' && step !== 'failed' && step !== 'returned') return
    forgetPending()
    // An earlier try may have succeeded while the window shows a later one: nobody must pay that as well.
    if (step === 'success') popup.current?.finish()
    // What is left of the type, one's tickets and one's payments are other than before.
    void queryClient.invalidateQueries({ queryKey: ['events', 'detail', eventId] })
    void queryClient.invalidateQueries({ queryKey: ['me', 'tickets'] })
    void queryClient.invalidateQueries({ queryKey: ['me', 'payments'] })
  }, [step, queryClient, eventId])

  /** Called by the press itself: the window must open before anything is waited for. */
  async function pay(choice: OrderChoice): Promise<void> {
    const opened = openPopup()
    popup.current = opened
    const key = attemptKey()
    dispatch({ type: 'start', key })
    const attempt = nextAttempt(state, key)
    const answer = await startPayment(order, choice, attempt)
    // Nobody waits here any more, and the window may be another try's by now.
    if (left.current) return
    if (!answer.data) {
      opened.close()
      const words = priceWords(answer.errors)
      if (words) {
        // What the page shows is old, too.
        void queryClient.invalidateQueries({ queryKey: ['events', 'detail', eventId] })
        dispatch({ type: 'priceChanged', words })
        return
      }
      showToast('error', "Impossible d'initialiser le paiement", TOAST_TIME)
      // A server that broke may have kept the payment all the same.
      const unanswered = answer.status === 0 || answer.status >= 500
      dispatch({
        type: 'startFailed',
        unanswered,
        reason: unanswered ? undefined : firstWords(answer.errors),
      })
      return
    }
    const { payment_id: paymentId, payment_url: url, amount, currency } = answer.data
    const running = { paymentId, url, amount, currency }
    const now = Date.now()
    const { unsettled } = attempt
    rememberPending({ userId, order, choice, running: { ...running, unsettled, deadline: now + WAIT } })
    dispatch({ type: 'started', ...running, now })
    setPaymentPage(opened.show(url) ? 'open' : 'blocked')
    if (choice.keepEmail) onEmailKept()
  }

  return { state, now, paymentPage, pay }
}

/** Whether the dialog is gone, which `onLeave` hears of. */
function useLeft(onLeave: () => void) {
  const left = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: onLeave only reads refs, whichever render it is of
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      onLeave()
    }
  }, [])
  return left
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

/** Why the total that was confirmed is not taken: it has become another. */
function priceWords(errors: unknown): string | undefined {
  return firstWords((errors as { amount?: unknown } | undefined)?.amount)
}

/** The server's own sentence, whichever field it stands under. */
function firstWords(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  return Object.values(errors)
    .flat()
    .find((words): words is string => typeof words === 'string')
}
