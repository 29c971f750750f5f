import { LoaderCircle } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { countdown } from './machine'
import { POPUP_NAME } from './popup'

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
  /** The payment page, when its window was blocked, closed or lost. */
  link: string | null
  onClose: () => void
}

export function PendingStep({ amount, deadline, now, link, onClose }: PendingStepProps) {
  return (
    <>
      <div className="grid justify-items-center gap-3 text-center">
        {/* A timer is not read out by itself each second. */}
        <p role="timer" aria-label="Temps restant" className="figures text-5xl leading-none text-copper">
          {countdown(deadline, now)}
        </p>
        <p className="font-semibold tabular-nums">{amount}</p>
        <p className="text-muted">
          {link
            ? "La page de paiement ne s'est pas ouverte."
            : "Validez le paiement dans la fenêtre qui vient de s'ouvrir."}
        </p>
        {link && (
          // By name and not "_blank": the page can then tell this one that it is done.
          <a href={link} target={POPUP_NAME} className={buttonClass({ size: 'lg', className: 'w-full' })}>
            Ouvrir la page de paiement
          </a>
        )}
      </div>
      <div className="grid gap-2 text-center">
        <Button size="lg" variant="outline" onClick={onClose}>
          Fermer
        </Button>
        <p className="text-sm text-muted">
          Vous pouvez fermer : l'issue du paiement sera dans « Mes billets ».
        </p>
      </div>
    </>
  )
}
