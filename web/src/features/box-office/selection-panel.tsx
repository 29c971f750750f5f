import { type RefObject, useId, useState } from 'react'
import type { Currency } from '@/api/generated/types.gen'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { inputClass } from '@/ui/input-class'

/** The server sells no more at once. */
const MOST = 20

export type SelectedType = {
  id: number
  label: string
  price: number
  devise: Currency
  available_tickets: number
}

type SelectionPanelProps = {
  button: RefObject<HTMLButtonElement | null>
  type: SelectedType
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
  const [typed, setTyped] = useState(String(props.quantity))
  const most = Math.min(MOST, type.available_tickets)
  const quantity = Math.floor(Number(typed))
  const possible = quantity >= 1 && quantity <= most
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
      <label className="flex items-center justify-between gap-4">
        Quantité
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // What is typed replaces the figure: otherwise "2" would make twelve of one.
          onFocus={(event) => event.target.select()}
          className={`${inputClass} max-w-24 text-center tabular-nums`}
        />
      </label>
      <p aria-live="polite" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Total</span>
        <span className="figures text-2xl text-copper">
          {possible ? formatPrice(type.price * quantity, type.devise) : `De 1 à ${most}`}
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
    </section>
  )
}
