import { LoaderCircle } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { countdown } from './machine'
import { type PaymentPage, POPUP_NAME } from './popup'

const WHERE_TO_PAY: Record<PaymentPage, string> = {
  open: "Validez le paiement dans la fenêtre qui vient de s'ouvrir.",
  blocked: "La page de paiement ne s'est pas ouverte.",
  left: "Si vous n'avez pas encore payé, ouvrez à nouveau la page de paiement.",
}

export function ProcessingStep() {
  return (
    <p className="grid justify-items-center gap-4 py-6 font-semibold">
      <LoaderCircle className="size-10 animate-spin text-malachite" aria-hidden="true" />
      Initialisation du paiement...
    </p>
  )
}

type PendingStepProps = {
  amount: string
  deadline: number
  now: number
  url: string
  paymentPage: PaymentPage
  onClose: () => void
}

export function PendingStep({ amount, deadline, now, url, paymentPage, onClose }: PendingStepProps) {
  return (
    <>
      <div className="grid justify-items-center gap-3 text-center">
        {/* A timer is not read out by itself each second. */}
        <p role="timer" aria-label="Temps restant" className="figures text-5xl leading-none text-copper">
          {countdown(deadline, now)}
        </p>
        <p className="font-semibold tabular-nums">{amount}</p>
        <p className="text-muted">{WHERE_TO_PAY[paymentPage]}</p>
        {paymentPage !== 'open' && (
          // By name and not "_blank": the page can then tell this one that it is done.
          <a
            href={url}
            target={POPUP_NAME}
            className={buttonClass({
              size: 'lg',
              // Whoever has paid already need not be drawn to it.
              variant: paymentPage === 'blocked' ? 'primary' : 'outline',
              className: 'w-full',
            })}
          >
            Ouvrir la page de paiement
          </a>
        )}
      </div>
      <div className="grid gap-2 text-center">
        <Button size="lg" variant="outline" onClick={onClose}>
          Fermer
        </Button>
        <p className="text-sm text-muted">
          Vous pouvez fermer : l'issue du paiement sera dans « Mes billets ».
        </p>
      </div>
    </>
  )
}
