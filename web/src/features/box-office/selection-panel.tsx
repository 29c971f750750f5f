// "Votre sélection": the chosen ticket, how many of it, the total, the way to pay. A form like any other: it is sent by its
// button, by the bar at the thumb, and, before the scripts are here, by the browser itself, which comes back with the
// choice in its address.
import { Minus, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { CHOICE_FORM } from '@/lib/kept-choice'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { inputClass } from '@/ui/input-class'
import type { SoldType } from './counter/sold-event'

type SelectionPanelProps = {
  button: RefObject<HTMLButtonElement | null>
  type: SoldType
  /** How many to begin with. */
  quantity: number
  busy: boolean
  /** The hand or the focus comes near the button. */
  onNear: () => void
  /** How many can be bought as things stand; none while the field says something else. */
  onQuantity: (quantity: number | null) => void
  onProceed: (quantity: number) => void
}

export function SelectionPanel(props: SelectionPanelProps) {
  const { button, type, busy, onNear, onQuantity, onProceed } = props
  const id = useId()
  const { least, most } = limitsOf(type)
  const [typed, setTyped] = useState(String(Math.max(props.quantity, least)))
  const quantity = Number(typed)
  // Half a ticket is told apart: nothing is rounded in silence.
  const isBroken = !Number.isInteger(quantity)
  const possible = !isBroken && quantity >= least && quantity <= most

  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => onQuantity(possible ? quantity : null), [possible, quantity])

  function step(by: number) {
    const next = Math.round(quantity || 0) + by
    setTyped(String(Math.min(most, Math.max(least, next))))
  }

  function proceed(event: FormEvent) {
    event.preventDefault()
    if (possible && !busy) onProceed(quantity)
  }

  return (
    <Panel id={id} onSubmit={proceed}>
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
          <QuantityLine id={id}>
            <StepButton label="Un billet de moins" disabled={quantity <= least} onStep={() => step(-1)}>
              <Minus className="size-5" aria-hidden="true" />
            </StepButton>
            <input
              id={`${id}-quantity`}
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
              className={quantityClass}
            />
            <StepButton label="Un billet de plus" disabled={quantity >= most} onStep={() => step(1)}>
              <Plus className="size-5" aria-hidden="true" />
            </StepButton>
          </QuantityLine>
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
            type="submit"
            size="lg"
            busy={busy}
            disabled={!possible}
            onPointerEnter={onNear}
            onFocus={onNear}
          >
            Procéder au paiement
          </Button>
        </>
      )}
    </Panel>
  )
}

/** What the server sends of it: hidden until a ticket is chosen, and before the scripts are here the browser sends it. */
export function EarlySelection() {
  const id = useId()
  return (
    <div className="early-selection noscript:hidden">
      <Panel id={id}>
        <QuantityLine id={id}>
          <input
            id={`${id}-quantity`}
            type="number"
            inputMode="numeric"
            name="quantity"
            min={1}
            defaultValue={1}
            className={quantityClass}
          />
        </QuantityLine>
        <input type="hidden" name="pay" value="1" />
        <Button type="submit" size="lg">
          Procéder au paiement
        </Button>
      </Panel>
    </div>
  )
}

type PanelProps = { id: string; onSubmit?: (event: FormEvent) => void; children: ReactNode }

function Panel({ id, onSubmit, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="mt-4 rounded-2xl border border-malachite bg-card p-4">
      <form id={CHOICE_FORM} noValidate onSubmit={onSubmit} className="grid gap-4">
        <h2 id={id} className="text-lg">
          Votre sélection
        </h2>
        {children}
      </form>
    </section>
  )
}

const quantityClass = `${inputClass} max-w-20 text-center tabular-nums`

function QuantityLine({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <label htmlFor={`${id}-quantity`}>Quantité</label>
      <span className="flex items-center gap-2">{children}</span>
    </div>
  )
}

type StepButtonProps = { label: string; disabled: boolean; onStep: () => void; children: ReactNode }

function StepButton({ label, disabled, onStep, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onStep}
      className="grid size-12 place-items-center rounded-xl bg-sunken text-malachite transition-colors hover:bg-green-soft disabled:text-muted disabled:opacity-50"
    >
      {children}
    </button>
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
