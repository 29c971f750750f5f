// The tab "Billets": each ticket type as a ticket to choose, with its price and what is left of it.
import { Ticket } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isOver } from '@/lib/dates'
import { CHOICE_FORM, type KeptChoice, takeChoice } from '@/lib/kept-choice'
import { formatAmount, formatPrice, isOnSale } from '@/lib/money'
import { useNow } from '@/lib/now'
import { momentWords } from '@/lib/town-time'
import { EmptyState } from '@/ui/page-state'
import type { Event, TicketType } from './queries'

/** From here on it is worth saying that few are left. */
const FEW = 20

const GROUP = 'ticket'

const SHUT: Partial<Record<TicketType['state'], string>> = {
  waiting: 'En vente après le précédent',
  over: 'Vente terminée',
  closed: 'Vente fermée',
}

export type Sale = {
  event: Event
  /** None chosen yet, or none that can be bought. */
  type: TicketType | null
  /** How many to begin with. */
  quantity: number
  /** The person was on the way to paying, and has come back. */
  pay?: number
  /** A code has opened types that are not shown by themselves. */
  onOpened: (types: TicketType[]) => void
  /** How many can be bought as things stand. */
  onQuantity: (quantity: number | null) => void
}

/** What follows the choice of a type, or of none yet. */
export type Checkout = (sale: Sale) => ReactNode

/** What is about to be bought. */
export type Wanted = { label: string; quantity: number; total: string }

type EventTicketsProps = {
  event: Event
  checkout: Checkout
  /** Nothing while nothing can be bought. */
  onWanted: (wanted: Wanted | null) => void
}

export function EventTickets({ event, checkout, onWanted }: EventTicketsProps) {
  const { cancelled, town } = event
  const now = useNow()
  const over = isOver(event, now)
  const [opened, setOpened] = useState<TicketType[]>([])
  const has_hidden_types = event.has_hidden_types && !cancelled && !over
  const types = [...event.ttype, ...opened].map((type) => withTime(type, now))
  const [{ ticket, quantity, pay }, choose] = useState<Partial<KeptChoice>>({})
  useEffect(() => {
    // Tapped before the scripts arrived.
    const form = document.getElementById(CHOICE_FORM)
    const early = form instanceof HTMLFormElement ? new FormData(form) : undefined
    const ticket = Number(early?.get(GROUP))
    const kept = ticket ? { ticket, quantity: Number(early?.get('quantity')) || 1 } : takeChoice()
    if (kept) choose(kept)
  }, [])
  // Read anew at each render: what was chosen may be sold out by now.
  const chosen = types.find((type) => type.id === ticket && !cancelled && !over && isOnSale(type)) ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: without a choice there is nothing to pay
  useEffect(() => {
    if (!chosen) onWanted(null)
  }, [chosen === null])

  function tellQuantity(count: number | null) {
    if (!chosen || count === null) return onWanted(null)
    const { label, price, devise } = chosen
    onWanted({ label, quantity: count, total: formatPrice(price * count, devise) })
  }

  return (
    <>
      {cancelled ? (
        <EmptyState title="Cet évènement est annulé">Ses billets ne sont plus en vente.</EmptyState>
      ) : types.length === 0 && !has_hidden_types ? (
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
                  words={availability(type, town, now)}
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
      {checkout({
        event: { ...event, ttype: types, has_hidden_types },
        type: chosen,
        quantity: quantity ?? 1,
        pay,
        onOpened: setOpened,
        onQuantity: tellQuantity,
      })}
    </>
  )
}

type TicketStubProps = {
  type: TicketType
  /** How it stands with its sale. */
  words: string
  disabled: boolean
  chosen: boolean
  onChoose: () => void
}

function TicketStub({ type, words, disabled, chosen, onChoose }: TicketStubProps) {
  // What is yet to come has its price already.
  const isGone = disabled && !/soon|waiting/.test(type.state)
  const ground = disabled ? 'bg-card text-muted' : `cursor-pointer ${chosen ? 'bg-green-soft' : 'bg-card'}`
  return (
    <label className={`stub flex min-h-20 rounded-2xl transition-colors ${ground}`}>
      <input
        type="radio"
        form={CHOICE_FORM}
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
          {type.description && <span className="block text-sm break-words">{type.description}</span>}
          <span
            className={`block text-sm ${!disabled && isScarce(type) ? 'font-semibold text-amber' : 'text-muted'}`}
          >
            {words}
          </span>
        </span>
      </span>
      <span className="stub-tear grid w-24 shrink-0 content-center justify-items-center px-2">
        <span className={`figures text-xl leading-none ${isGone ? 'line-through' : 'text-copper'}`}>
          {formatAmount(type.price)}
        </span>{' '}
        <span className="mt-1 text-xs font-bold tracking-wider text-muted">{type.devise}</span>
      </span>
    </label>
  )
}

/** Whoever waits on the page for a sale to begin need not load it anew; the server has the last word. */
function withTime(type: TicketType, now: number): TicketType {
  return type.state === 'soon' && now >= (type.sales_from ?? 0) ? { ...type, state: 'on_sale' } : type
}

function isScarce({ available_tickets: left }: TicketType): boolean {
  return left > 0 && left <= FEW
}

function availability(type: TicketType, town: string, now: number): string {
  const { state, available_tickets: left } = type
  if (state === 'soon') return `En vente dès ${momentWords(type.sales_from ?? now, town, now)}`
  const shut = SHUT[state]
  if (shut) return shut
  if (left <= 0) return 'Épuisé'
  if (left === 1) return 'Dernier billet'
  return isScarce(type) ? `Plus que ${left} billets` : `${formatAmount(left)} billets restants`
}
