// The tab "Billets": each ticket type as a ticket, with its price and what is left of it.
import { Ticket } from 'lucide-react'
import { formatAmount } from '@/lib/money'
import { EmptyState } from '@/ui/page-state'
import type { TicketType } from './queries'

/** From here on it is worth saying that few are left. */
const FEW = 20

type EventTicketsProps = { types: readonly TicketType[]; cancelled: boolean }

export function EventTickets({ types, cancelled }: EventTicketsProps) {
  if (cancelled) {
    return <EmptyState title="Cet évènement est annulé">Ses billets ne sont plus en vente.</EmptyState>
  }
  if (types.length === 0) {
    return (
      <EmptyState title="Aucun billet disponible">
        Cet événement ne nécessite pas de billet d'entrée
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-3">
      {types.map((type) => (
        <li key={type.id} className="stub-frame">
          <TicketStub type={type} />
        </li>
      ))}
    </ul>
  )
}

function TicketStub({ type }: { type: TicketType }) {
  const soldOut = type.available_tickets <= 0
  return (
    <div className={`stub flex min-h-20 rounded-2xl bg-card ${soldOut ? 'text-muted' : ''}`}>
      <div className="flex min-w-0 flex-1 items-center gap-3 py-4 pr-4 pl-4">
        <Ticket className={`size-5 shrink-0 ${soldOut ? '' : 'text-malachite'}`} aria-hidden="true" />
        <div className="min-w-0">
          <p className="leading-snug font-semibold">{type.label}</p>
          <p className={`text-sm ${isScarce(type) ? 'font-semibold text-amber' : 'text-muted'}`}>
            {availability(type)}
          </p>
        </div>
      </div>
      <p className="stub-tear grid w-24 shrink-0 content-center justify-items-center px-2">
        <span className={`figures text-xl leading-none ${soldOut ? 'line-through' : 'text-copper'}`}>
          {formatAmount(type.price)}
        </span>{' '}
        <span className="mt-1 text-xs font-bold tracking-wider text-muted">{type.devise}</span>
      </p>
    </div>
  )
}

function isScarce({ available_tickets: left }: TicketType): boolean {
  return left > 0 && left <= FEW
}

function availability(type: TicketType): string {
  const left = type.available_tickets
  if (left <= 0) return 'Épuisé'
  if (left === 1) return 'Dernier billet'
  return isScarce(type) ? `Plus que ${left} billets` : `${formatAmount(left)} billets restants`
}
