// /payments/return: where the provider sends the payer back. Inside the popup it wakes the page that waits and leaves.
import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '@/ui/button'

/** If the browser keeps the window open all the same, the person must not wait for ever. */
const STILL_HERE = 1500

export function PaymentReturn({ paymentId }: { paymentId: string }) {
  const [stays, setStays] = useState(false)

  useEffect(() => {
    const opener = window.opener as Window | null
    // Only a page of ours may hear of it.
    opener?.postMessage({ type: 'tukio-payment', payment_id: paymentId }, location.origin)
    if (opener) window.close()
    const timer = setTimeout(() => setStays(true), opener ? STILL_HERE : 0)
    return () => clearTimeout(timer)
  }, [paymentId])

  return (
    <section className="wrap grid flex-1 content-center justify-items-center gap-4 py-16 text-center">
      <LoaderCircle className="size-10 animate-spin text-malachite" aria-hidden="true" />
      <h1 className="text-2xl">Vérification du paiement...</h1>
      <p className="max-w-prose text-muted">
        Votre paiement est en cours de vérification. Dès qu'il est confirmé, vos billets sont dans « Mes
        billets ».
      </p>
      {stays && (
        <Link to="/dash/tickets" className={buttonClass({ size: 'lg' })}>
          Mes billets
        </Link>
      )}
    </section>
  )
}
