// What somebody wants to buy, and the sum to take for it, big enough to be turned around and shown.
import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Currency, RosterType } from '@/api/generated/types.gen'
import { formatPrice } from '@/lib/money'
import { Button } from '@/ui/button'
import { BlockPanel } from './block-panel'
import { totalQuery } from './queries'
import { type Order, priceIn } from './sale'
import type { Till } from './till'

/** The server sells no more at once. */
const MOST = 20
const CURRENCIES: readonly Currency[] = ['USD', 'CDF']

type SellChoiceProps = {
  types: readonly RosterType[]
  till: Till
  eventId: number
  isOnline: boolean
  busy: boolean
  error: string
  onSell: (order: Omit<Order, 'id'>) => void
}

export function SellChoice({ types, till, eventId, isOnline, busy, error, onSell }: SellChoiceProps) {
  const { blocks } = useStore(till.state)
  const [typeId, setTypeId] = useState(types[0]?.id ?? 0)
  const [quantity, setQuantity] = useState(1)
  const [currency, setCurrency] = useState<Currency>(types[0]?.devise === 'CDF' ? 'CDF' : 'USD')
  const block = blocks.find((kept) => kept.ticket_type_id === typeId)
  const left = block?.places.length ?? 0
  const quoted = useQuery({ ...totalQuery(eventId, typeId, quantity, currency), enabled: isOnline })
  const here = block ? priceIn(block, currency) : null
  const total = isOnline ? quoted.data : here === null || left < quantity ? undefined : here * quantity
  if (types.length === 0) return <p>Cet évènement n’a pas de billets à vendre.</p>
  return (
    <>
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
              checked={id === typeId}
              onChange={() => setTypeId(id)}
              className="size-6 accent-malachite"
            />
            <span className="min-w-0 flex-1 font-bold break-words">{label}</span>
            <span className="whitespace-nowrap tabular-nums">{formatPrice(price, devise)}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Stepper quantity={quantity} onQuantity={setQuantity} />
        <fieldset className="flex gap-1 rounded-2xl bg-sunken p-1">
          <legend className="sr-only">Devise</legend>
          {CURRENCIES.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === currency}
              onClick={() => setCurrency(one)}
              className="min-h-14 rounded-xl px-4 font-bold aria-pressed:bg-card aria-pressed:shadow-lift"
            >
              {one}
            </button>
          ))}
        </fieldset>
      </div>
      <p aria-live="polite" className="grid justify-items-center gap-1 rounded-2xl bg-sunken p-4">
        <span className="text-muted">À encaisser</span>
        <span className="figures text-5xl leading-none text-copper">
          {total === undefined ? '—' : formatPrice(total, currency)}
        </span>
      </p>
      {!isOnline && <OfflineWords left={left} isEnough={left >= quantity} />}
      {error && (
        <p role="alert" className="font-semibold text-danger">
          {error}
        </p>
      )}
      <Button
        size="lg"
        busy={busy}
        disabled={total === undefined}
        className="min-h-16 text-lg"
        onClick={() => onSell({ ticketTypeId: typeId, quantity, currency })}
      >
        {total === undefined ? 'Encaisser' : `J’ai encaissé ${formatPrice(total, currency)}`}
      </Button>
      <BlockPanel key={typeId} till={till} ticketTypeId={typeId} block={block} isOnline={isOnline} />
    </>
  )
}

function OfflineWords({ left, isEnough }: { left: number; isEnough: boolean }) {
  const places = left > 1 ? `${left} places` : `${left} place`
  return (
    <p className={`rounded-2xl p-3 font-semibold ${isEnough ? 'bg-sunken' : 'bg-amber-soft'}`}>
      {isEnough
        ? `Sans réseau : il reste ${places} de ce type sur ce téléphone.`
        : `Sans réseau, ce téléphone ne vend que les places mises de côté : il en reste ${left}.`}
    </p>
  )
}

function Stepper({ quantity, onQuantity }: { quantity: number; onQuantity: (quantity: number) => void }) {
  const step =
    'grid size-14 place-items-center rounded-2xl border-2 border-line-strong/60 disabled:opacity-40'
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        aria-label="Un billet de moins"
        disabled={quantity <= 1}
        onClick={() => onQuantity(quantity - 1)}
        className={step}
      >
        <Minus className="size-6" aria-hidden="true" />
      </button>
      <output aria-label="Quantité" className="figures min-w-12 text-center text-4xl">
        {quantity}
      </output>
      <button
        type="button"
        aria-label="Un billet de plus"
        disabled={quantity >= MOST}
        onClick={() => onQuantity(quantity + 1)}
        className={step}
      >
        <Plus className="size-6" aria-hidden="true" />
      </button>
    </div>
  )
}
