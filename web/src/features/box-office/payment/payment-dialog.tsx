// The payment dialog: the summary, the wait for the payer, and how it ended. Loaded only when somebody buys.
import { useEffect, useRef, useState } from 'react'
import type { PaymentChannel } from '@/api/generated/types.gen'
import { formatPrice } from '@/lib/money'
import { Dialog } from '@/ui/dialog'
import { showToast } from '@/ui/toast-store'
import { askedPayments } from './machine'
import type { Order, OrderChoice } from './order'
import { FailedActions, FailedStep, PaidActions, ReturnedStep, SuccessStep } from './outcome-steps'
import { PaymentWatch } from './payment-watch'
import { forgetPending, type PendingPayment } from './pending-store'
import { SummaryStep } from './summary-step'
import { usePayment } from './use-payment'
import { PendingStep, ProcessingStep } from './waiting-steps'

export type PaymentDialogProps = {
  userId: number
  /** The address the profile has already. */
  email: string | null
  order: Order
  /** A payment that a reload interrupted. */
  resumed?: PendingPayment
  /** The address was kept in the profile. */
  onEmailKept: () => void
  onClose: () => void
}

export function PaymentDialog(props: PaymentDialogProps) {
  const { userId, email, order, resumed, onEmailKept, onClose } = props
  const [choice, setChoice] = useState<OrderChoice>(
    resumed?.choice ?? { currency: order.type.devise, email: email ?? '', keepEmail: false },
  )
  const { state, now, paymentPage, pay, reconsider, onStatus } = usePayment({
    ...{ userId, order, resumed, onEmailKept },
    onPromoRefused: () => setChoice(({ promoCode: _, ...rest }) => rest),
  })
  const status = useFocusOnChange(state.step)
  // Not the first field, as browsers do: a phone's keyboard would cover what is about to be paid.
  const summary = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = summary
    if (state.step !== 'idle' || !current) return
    current.focus()
    // The whole summary is higher than a phone, and browsers would scroll its title away.
    const sheet = current.tagName === 'FORM' && current.closest('dialog')
    if (sheet) sheet.scrollTop = 0
  }, [state.step])

  function confirm(amount: string, channel?: PaymentChannel) {
    const confirmed = { ...choice, amount, channel }
    // Kept for "Réessayer": another try is for the same total, by the same channel.
    setChoice(confirmed)
    pay(confirmed)
  }

  function close() {
    if (state.step === 'pending' || state.step === 'processing') {
      forgetPending()
      showToast('warning', "Le paiement n'est pas terminé : son issue sera dans « Mes billets ».", 8000)
    }
    onClose()
  }

  return (
    <Dialog open onClose={close} title="Paiement">
      {askedPayments(state).map((paymentId) => (
        <PaymentWatch
          key={paymentId}
          paymentId={paymentId}
          askAtOnce={paymentId === resumed?.running.paymentId}
          onStatus={onStatus}
        />
      ))}
      {/* Stays in the page and takes the focus: each new state is read out, and the keyboard is never left nowhere. */}
      <div ref={status} role="status" tabIndex={-1} className="text-center outline-none empty:hidden">
        {state.step === 'processing' && <ProcessingStep />}
        {state.step === 'pending' && (
          <p className="font-semibold">En attente de confirmation du paiement...</p>
        )}
        {state.step === 'success' && <SuccessStep />}
        {state.step === 'returned' && <ReturnedStep refund={state.refund} />}
        {state.step === 'failed' && (
          <FailedStep reason={state.reason} timedOut={state.unsettled !== undefined} />
        )}
      </div>
      {state.step === 'idle' && (
        <SummaryStep
          ref={(element) => {
            summary.current = element
          }}
          order={order}
          choice={choice}
          changed={state.changed}
          channelRefused={state.channelRefused}
          knownEmail={email}
          onChange={setChoice}
          onPay={confirm}
          onCancel={onClose}
        />
      )}
      {state.step === 'pending' && (
        <PendingStep
          amount={formatPrice(Number(state.amount), state.currency)}
          deadline={state.deadline}
          now={now}
          url={state.url}
          paymentPage={paymentPage}
          onClose={close}
        />
      )}
      {(state.step === 'success' || state.step === 'returned') && <PaidActions onClose={onClose} />}
      {state.step === 'failed' && (
        <FailedActions
          onClose={onClose}
          onRetry={() => pay(choice)}
          // An attempt that may have arrived is sent again as it was, or not at all.
          onReconsider={state.again ? undefined : reconsider}
        />
      )}
    </Dialog>
  )
}

function useFocusOnChange(step: string) {
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) element.current?.focus()
    shown.current = step
  }, [step])
  return element
}
