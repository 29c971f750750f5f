import { type RefObject, useId, useState } from 'react'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { inputClass } from '@/ui/input-class'
import type { SoldType } from './sold-event'

type SelectionPanelProps = {
  button: RefObject<HTMLButtonElement | null>
  type: SoldType
  /** How many to begin with. */
  quantity: number
  busy: boolean
  /** The hand or the focus comes near the button. */
  onNear: () => void
  onProceed: (quantity: number) => void
}

export function SelectionPanel(props: SelectionPanelProps) {
  const { button, type, busy, onNear, onProceed } = props
  const id = useId()
  const { least, most } = limitsOf(type)
  const [typed, setTyped] = useState(String(Math.max(props.quantity, least)))
  const quantity = Number(typed)
  // Half a ticket is told apart: nothing is rounded in silence.
  const isBroken = !Number.isInteger(quantity)
  const possible = !isBroken && quantity >= least && quantity <= most
  return (
    <section
      aria-labelledby={id}
      className="mt-4 grid gap-4 rounded-2xl border border-malachite bg-card p-4 noscript:hidden"
    >
      <h2 id={id} className="text-lg">
        Votre sélection
      </h2>
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span className="min-w-0 break-words">{type.label}</span>
        <span className="tabular-nums">{formatPrice(type.price, type.devise)}</span>
      </p>
      {most < least ? (
        <p role="status" className="text-muted">
          Ce billet s'achète par {least} au moins : il n'en reste plus assez.
        </p>
      ) : (
        <>
          <label className="flex items-center justify-between gap-4">
            Quantité
            <input
              type="number"
              inputMode="numeric"
              min={least}
              max={most}
              value={typed}
              aria-invalid={isBroken || undefined}
              aria-describedby={isBroken ? `${id}-broken` : undefined}
              onChange={(event) => setTyped(event.target.value)}
              // What is typed replaces the figure: otherwise "2" would make twelve of one.
              onFocus={(event) => event.target.select()}
              className={`${inputClass} max-w-24 text-center tabular-nums`}
            />
          </label>
          {isBroken && (
            <p id={`${id}-broken`} role="alert" className="text-sm text-danger">
              La quantité doit être un entier
            </p>
          )}
          <p className="text-sm text-muted empty:hidden">{limitWords(type)}</p>
          <p aria-live="polite" className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">Total</span>
            <span className="figures text-2xl text-copper">
              {possible ? formatPrice(type.price * quantity, type.devise) : `De ${least} à ${most}`}
            </span>
          </p>
          <Button
            ref={button}
            size="lg"
            busy={busy}
            disabled={!possible}
            onPointerEnter={onNear}
            onFocus={onNear}
            onClick={() => onProceed(quantity)}
          >
            Procéder au paiement
          </Button>
        </>
      )}
    </section>
  )
}

function limitsOf({ min_per_order, max_per_order, max_per_person, available_tickets }: SoldType) {
  const most = Math.min(max_per_order, max_per_person ?? max_per_order, available_tickets)
  return { least: min_per_order, most }
}

/** What the organiser has decided; nothing where a ticket is sold as usual. */
function limitWords({ min_per_order: least, max_per_person: each }: SoldType): string {
  return [least > 1 && `Par ${least} au moins.`, each && `${each} par personne au plus.`]
    .filter(Boolean)
    .join(' ')
}
