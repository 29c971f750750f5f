// /payments/return: where the provider sends the payer back. Inside the popup it wakes the page that waits and leaves;
// where nobody waits, or the window can't be closed, it tells itself what became of the payment.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleX, LoaderCircle, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { buttonClass } from '@/ui/button'
import { forgetPending } from './payment/pending-store'
import { type PaymentStatus, paymentStatusQuery } from './payment/status-query'
import { FAILED, SUCCESS } from './payment/words'
import { paymentWords } from './tickets/ticket-words'

/** If the browser keeps the window open all the same, the person must not wait for ever. */
const STILL_HERE = 1500
const ICON = 'size-14'

export function PaymentReturn({ paymentId, signedIn }: { paymentId: string; signedIn: boolean }) {
  const stays = useStaying(paymentId)
  const { data } = useQuery({ ...paymentStatusQuery(paymentId), enabled: stays && signedIn })
  const isTold = data?.status === 'success'
  useEffect(() => {
    // Told here: the event's page need not take it up again.
    if (isTold) forgetPending()
  }, [isTold])
  return (
    <section className="wrap grid flex-1 content-center justify-items-center gap-6 py-16 text-center">
      {/* Stays in the page: what became of the payment is read out when it is known. */}
      <div role="status" className="grid justify-items-center gap-3">
        {stays && !signedIn ? (
          <Message
            icon={<CircleAlert className={`${ICON} text-amber`} aria-hidden="true" />}
            title="Connectez-vous"
          >
            Vos billets et l'issue de votre paiement sont dans votre compte.
          </Message>
        ) : (
          <Outcome {...data} />
        )}
      </div>
      {stays && <WayOn status={data?.status} paymentId={paymentId} signedIn={signedIn} />}
    </section>
  )
}

/** Tells the page that opened this one, and whether the person is still here after that. */
function useStaying(paymentId: string): boolean {
  const [stays, setStays] = useState(false)
  useEffect(() => {
    const opener = window.opener as Window | null
    // Only a page of ours may hear of it.
    opener?.postMessage({ type: 'tukio-payment', payment_id: paymentId }, location.origin)
    if (opener) window.close()
    const timer = setTimeout(() => setStays(true), opener ? STILL_HERE : 0)
    return () => clearTimeout(timer)
  }, [paymentId])
  return stays
}

function Outcome({ status, reason, refund }: Partial<PaymentStatus>) {
  if (refund) {
    const { title, text } = paymentWords({ status: 'success', refund })
    return (
      <Message icon={<Undo2 className={`${ICON} text-amber`} aria-hidden="true" />} title={title}>
        {text}
      </Message>
    )
  }
  switch (status) {
    case 'success':
      return (
        <Message
          icon={<CircleCheck className={`${ICON} text-malachite`} aria-hidden="true" />}
          title={SUCCESS.title}
        >
          {SUCCESS.text}
        </Message>
      )
    case 'failed':
      return (
        <Message
          icon={<CircleX className={`${ICON} text-danger`} aria-hidden="true" />}
          title={FAILED.title}
          reason={reason}
        >
          {FAILED.text}
        </Message>
      )
    case 'unknown':
      return (
        <Message
          icon={<CircleAlert className={`${ICON} text-amber`} aria-hidden="true" />}
          title="Paiement introuvable"
        >
          Cette adresse ne mène à aucun de vos paiements. Ceux que vous avez faits se trouvent dans
          «&nbsp;Mes&nbsp;billets&nbsp;».
        </Message>
      )
    default:
      return (
        <Message
          icon={<LoaderCircle className={`${ICON} animate-spin text-malachite`} aria-hidden="true" />}
          title="Vérification du paiement..."
        >
          Dès qu'il est confirmé, vos billets sont dans «&nbsp;Mes&nbsp;billets&nbsp;». Vous pouvez quitter
          cette page.
        </Message>
      )
  }
}

type MessageProps = { icon: ReactNode; title: string; reason?: string | null; children: ReactNode }

function Message({ icon, title, reason, children }: MessageProps) {
  return (
    <>
      {icon}
      <h1 className="text-2xl">{title}</h1>
      {reason && <p className="font-semibold">{reason}</p>}
      <p className="max-w-prose text-balance text-muted">{children}</p>
    </>
  )
}

type WayOnProps = { status?: string; paymentId: string; signedIn: boolean }

function WayOn({ status, paymentId, signedIn }: WayOnProps) {
  if (!signedIn) {
    const back = `/payments/return?payment_id=${encodeURIComponent(paymentId)}`
    return (
      <Link to="/login" search={{ redirect: back }} className={buttonClass({ size: 'lg' })}>
        Connexion
      </Link>
    )
  }
  return (
    <div className="grid w-full max-w-xs gap-2">
      <Link to="/dash/tickets" className={buttonClass({ size: 'lg' })}>
        Mes billets
      </Link>
      {status === 'failed' && (
        <Link to="/events" className={buttonClass({ size: 'lg', variant: 'outline' })}>
          Voir les évènements
        </Link>
      )}
    </div>
  )
}
