// The fields of a sale: the type, how many, and in which currency. All are for thumbs.
import { Minus, Plus } from 'lucide-react'
import type { Currency, RosterType } from '@/api/generated/types.gen'
import { formatPrice } from '@/lib/money'
import { formatCount } from '../screen/figures'

type TypeChoiceProps = {
  types: readonly RosterType[]
  chosen: number
  onChoose: (id: number) => void
  /** What anybody can still buy: null where the sale is closed, undefined where it is not known. */
  left: (id: number) => number | null | undefined
  /** What only this phone can sell. */
  kept: (id: number) => number
  /** Nothing but those can be sold. */
  isOnlyKept: boolean
}

export function TypeChoice({ types, chosen, onChoose, left, kept, isOnlyKept }: TypeChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Type de billet</legend>
      {types.map(({ id, label, price, devise }) => (
        <label
          key={id}
          className="flex min-h-16 items-center gap-3 rounded-2xl border-2 border-line p-3 has-checked:border-malachite has-checked:bg-green-soft"
        >
          <input
            type="radio"
            name="ticket-type"
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-6 shrink-0 accent-malachite"
          />
          <span className="grid min-w-0 flex-1">
            <span className="font-bold break-words">{label}</span>
            <span className="text-[0.9375rem] text-muted">
              {[leftWords(left(id)), keptWords(kept(id), isOnlyKept)].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className="font-semibold whitespace-nowrap tabular-nums">{formatPrice(price, devise)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function leftWords(left: number | null | undefined): string {
  if (left === undefined) return ''
  if (left === null) return 'Vente fermée'
  if (left === 0) return 'Épuisé'
  return left > 1 ? `${formatCount(left)} places restent` : '1 place reste'
}

function keptWords(kept: number, isOnlyKept: boolean): string {
  if (kept > 0) return `${kept} de côté`
  return isOnlyKept ? 'Aucune de côté' : ''
}

type StepperProps = { quantity: number; most: number; onQuantity: (quantity: number) => void }

export function Stepper({ quantity, most, onQuantity }: StepperProps) {
  const step =
    'grid size-12 place-items-center rounded-2xl border-2 border-line-strong/60 disabled:opacity-40 min-[22.5rem]:size-14'
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-label="Un billet de moins"
        disabled={quantity <= 1}
        onClick={() => onQuantity(quantity - 1)}
        className={step}
      >
        <Minus className="size-6" aria-hidden="true" />
      </button>
      <output aria-label="Quantité" className="figures min-w-11 text-center text-4xl">
        {quantity}
      </output>
      <button
        type="button"
        aria-label="Un billet de plus"
        disabled={quantity >= most}
        onClick={() => onQuantity(quantity + 1)}
        className={step}
      >
        <Plus className="size-6" aria-hidden="true" />
      </button>
    </div>
  )
}

type CurrencyChoiceProps = {
  currencies: readonly Currency[]
  chosen: Currency
  onChoose: (currency: Currency) => void
}

export function CurrencyChoice({ currencies, chosen, onChoose }: CurrencyChoiceProps) {
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">Devise</legend>
      {currencies.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === chosen}
          onClick={() => onChoose(one)}
          className="min-h-12 rounded-2xl border-2 border-line px-2 text-[0.9375rem] font-bold aria-pressed:border-malachite aria-pressed:bg-green-soft min-[22.5rem]:min-h-14 min-[22.5rem]:px-3 min-[22.5rem]:text-base min-[26rem]:px-5"
        >
          {one}
        </button>
      ))}
    </fieldset>
  )
}
