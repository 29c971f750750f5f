// The tab "Billets": each ticket type as a ticket to choose, with its price and what is left of it.
import { Ticket } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isOver } from '@/lib/dates'
import { type KeptChoice, takeChoice } from '@/lib/kept-choice'
import { formatAmount, isOnSale } from '@/lib/money'
import { useNow } from '@/lib/now'
import { EmptyState } from '@/ui/page-state'
import type { Event, TicketType } from './queries'

/** From here on it is worth saying that few are left. */
const FEW = 20

const GROUP = 'ticket-type'

/** What follows the choice of a type, or of none yet; `quantity`: how many to begin with. */
export type Checkout = (event: Event, type: TicketType | null, quantity: number) => ReactNode

export function EventTickets({ event, checkout }: { event: Event; checkout: Checkout }) {
  const { ttype: types, cancelled } = event
  const [{ ticket, quantity }, choose] = useState<Partial<KeptChoice>>({})
  useEffect(() => {
    // Tapped before the scripts arrived.
    const tapped = document.querySelector<HTMLInputElement>(`[name=${GROUP}]:checked`)
    const kept = tapped ? { ticket: Number(tapped.value) } : takeChoice()
    if (kept) choose(kept)
  }, [])
  const over = isOver(event, useNow())
  // Read anew at each render: what was chosen may be sold out by now.
  const chosen = types.find((type) => type.id === ticket && !cancelled && !over && isOnSale(type)) ?? null
  return (
    <>
      {cancelled ? (
        <EmptyState title="Cet évènement est annulé">Ses billets ne sont plus en vente.</EmptyState>
      ) : types.length === 0 ? (
        <EmptyState title="Aucun billet disponible">
          Cet événement ne nécessite pas de billet d'entrée
        </EmptyState>
      ) : (
        <>
          {over && <p className="mb-3 text-muted">Cet évènement est passé.</p>}
          <noscript>
            <p className="mb-3 text-muted">
              Pour acheter un billet, activez JavaScript dans votre navigateur.
            </p>
          </noscript>
          <ul className="grid gap-3">
            {types.map((type) => (
              <li
                key={type.id}
                className="stub-frame rounded-2xl has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-malachite"
              >
                <TicketStub
                  type={type}
                  disabled={over || !isOnSale(type)}
                  chosen={type === chosen}
                  onChoose={() => choose({ ticket: type.id })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {/* Whatever stands above: a payment may be under way. */}
      {checkout(event, chosen, quantity ?? 1)}
    </>
  )
}

type TicketStubProps = { type: TicketType; disabled: boolean; chosen: boolean; onChoose: () => void }

function TicketStub({ type, disabled, chosen, onChoose }: TicketStubProps) {
  const ground = disabled ? 'bg-card text-muted' : `cursor-pointer ${chosen ? 'bg-green-soft' : 'bg-card'}`
  return (
    <label className={`stub flex min-h-20 rounded-2xl transition-colors ${ground}`}>
      <input
        type="radio"
        name={GROUP}
        value={type.id}
        disabled={disabled}
        checked={chosen}
        onChange={onChoose}
        className="sr-only"
      />
      <span className="flex min-w-0 flex-1 items-center gap-3 p-4">
        <Ticket
          className={`size-5 shrink-0 ${disabled ? '' : 'text-malachite'} ${chosen ? 'fill-current' : ''}`}
          aria-hidden="true"
        />
        <span className="min-w-0">
          <span className="block leading-snug font-semibold">{type.label}</span>
          <span
            className={`block text-sm ${!disabled && isScarce(type) ? 'font-semibold text-amber' : 'text-muted'}`}
          >
            {availability(type)}
          </span>
        </span>
      </span>
      <span className="stub-tear grid w-24 shrink-0 content-center justify-items-center px-2">
        <span className={`figures text-xl leading-none ${disabled ? 'line-through' : 'text-copper'}`}>
          {formatAmount(type.price)}
        </span>{' '}
        <span className="mt-1 text-xs font-bold tracking-wider text-muted">{type.devise}</span>
      </span>
    </label>
  )
}

function isScarce({ available_tickets: left }: TicketType): boolean {
  return left > 0 && left <= FEW
}

function availability(type: TicketType): string {
  const left = type.available_tickets
  if (left <= 0) return 'Épuisé'
  if (type.closed) return 'Vente fermée'
  if (left === 1) return 'Dernier billet'
  return isScarce(type) ? `Plus que ${left} billets` : `${formatAmount(left)} billets restants`
}
