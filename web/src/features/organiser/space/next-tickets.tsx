import { Link } from '@tanstack/react-router'
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { DateBlock } from '@/ui/date-block'
import { EmptyState } from '@/ui/page-state'
import type { Space } from './queries'
import { MoreLink, SpaceSection } from './space-section'

type Ticket = Space['tickets'][number]

/** The next events one has tickets for, each one press from its codes. */
export function NextTickets({ tickets }: Pick<Space, 'tickets'>) {
  return (
    <SpaceSection
      title="Vos prochains billets"
      more={tickets.length > 0 && <MoreLink to="/dash/tickets">Tous mes billets</MoreLink>}
    >
      {tickets.length === 0 ? (
        <EmptyState
          title="Aucun billet à venir"
          action={
            <Link to="/events" className={buttonClass()}>
              Trouver une sortie
            </Link>
          }
        >
          Vos billets apparaîtront ici, prêts pour l'entrée, même sans réseau.
        </EmptyState>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-3">
          {byEvent(tickets).map(([first, ...more]) => (
            <li
              key={first.id}
              className="relative flex gap-4 rounded-3xl bg-card p-4 shadow-lift transition-shadow hover:shadow-lift-high"
            >
              <TicketsOfEvent first={first} more={more} />
            </li>
          ))}
        </ul>
      )}
    </SpaceSection>
  )
}

function TicketsOfEvent({ first, more }: { first: Ticket; more: Ticket[] }) {
  const now = useNow()
  const { id, event } = first
  return (
    <>
      <DateBlock date={event.started_at} className="self-start" />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h3 className="text-lg leading-snug break-words">
          {/* The whole card is the link. */}
          <Link
            to="/dash/tickets"
            search={{ ticket: id }}
            className="after:absolute after:inset-0 after:rounded-3xl"
          >
            {event.name}
          </Link>
        </h3>
        <p className="text-sm text-muted">
          {formatWhen(event.started_at, event.hour, event.town, now)} · {event.town}
        </p>
        <p className="text-sm font-semibold break-words">{typesOf([first, ...more])}</p>
      </div>
    </>
  )
}

/** The tickets of each event together, in the order in which the events take place. */
function byEvent(tickets: readonly Ticket[]): [Ticket, ...Ticket[]][] {
  const groups = new Map<number, [Ticket, ...Ticket[]]>()
  for (const ticket of tickets) {
    const group = groups.get(ticket.event.id)
    if (group) group.push(ticket)
    else groups.set(ticket.event.id, [ticket])
  }
  return [...groups.values()]
}

/** "2 × Standard · VIP" */
function typesOf(tickets: readonly Ticket[]): string {
  const counts = new Map<string, number>()
  for (const { ticket_type } of tickets)
    counts.set(ticket_type.label, (counts.get(ticket_type.label) ?? 0) + 1)
  return [...counts].map(([label, count]) => (count > 1 ? `${count} × ${label}` : label)).join(' · ')
}
