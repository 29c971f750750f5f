import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { paymentWords } from '../tickets/ticket-words'
import { FAILED, SUCCESS } from './words'

export function SuccessStep() {
  return (
    <div className="grid justify-items-center gap-3">
      <CircleCheck className="size-14 text-malachite" aria-hidden="true" />
      <h3 className="text-xl">{SUCCESS.title}</h3>
      <p className="text-muted">{SUCCESS.text}</p>
    </div>
  )
}

/** In the words of "Mes billets", where it is followed further. */
export function ReturnedStep({ refund }: { refund: string }) {
  const { title, text } = paymentWords({ status: 'success', refund })
  return (
    <div className="grid justify-items-center gap-3">
      <Undo2 className="size-14 text-amber" aria-hidden="true" />
      <h3 className="text-xl">{title}</h3>
      <p className="text-muted">Aucun billet n'a été émis.</p>
      <p className="text-muted">{text}</p>
    </div>
  )
}

export function PaidActions({ onClose }: { onClose: () => void }) {
  return (
    <div className="grid gap-2">
      <Link to="/dash/tickets" className={buttonClass({ size: 'lg' })}>
        Mes billets
      </Link>
      <Button size="lg" variant="outline" onClick={onClose}>
        Fermer
      </Button>
    </div>
  )
}

type FailedStepProps = { reason?: string; timedOut?: boolean }

export function FailedStep({ reason, timedOut }: FailedStepProps) {
  return (
    <div className="grid justify-items-center gap-3">
      <CircleX className="size-14 text-danger" aria-hidden="true" />
      <h3 className="text-xl">{FAILED.title}</h3>
      {reason && <p className="font-semibold">{reason}</p>}
      <p className="text-muted">{FAILED.text}</p>
      {timedOut && (
        <p className="text-sm text-muted">
          La confirmation n'est pas arrivée à temps. Si vous avez déjà payé, ne payez pas une seconde fois :
          vos billets apparaîtront dans « Mes billets ».
        </p>
      )}
    </div>
  )
}

type FailedActionsProps = {
  onClose: () => void
  onRetry: () => void
  /** Absent where the next try must be the same as the last. */
  onReconsider?: () => void
}

export function FailedActions({ onClose, onRetry, onReconsider }: FailedActionsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button size="lg" variant="outline" onClick={onClose}>
        Annuler
      </Button>
      <Button size="lg" onClick={onRetry}>
        Réessayer
      </Button>
      {onReconsider && (
        <Button size="lg" variant="quiet" onClick={onReconsider} className="col-span-2">
          Changer de moyen de paiement
        </Button>
      )}
    </div>
  )
}
