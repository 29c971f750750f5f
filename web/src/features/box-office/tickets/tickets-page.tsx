// /dash/tickets: one's own tickets, those to come and those that were, and what became of unfinished payments.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useNow } from '@/lib/now'
import { timeAgo } from '@/lib/time-ago'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { useFocusHome } from '@/ui/use-focus-home'
import { PaymentNotices } from './payment-notices'
import { keptTicketsQuery, paymentsQuery, ticketsQuery, type When } from './queries'
import { TicketCard } from './ticket-card'
import { TicketView } from './ticket-view'
import { useKeeping } from './use-keeping'

export type TicketsPageProps = {
  userId: number
  when: When
  /** The ticket that is open on the whole screen. */
  openId?: string
  onWhen: (when: When) => void
  onOpen: (id: string) => void
  onClose: () => void
}

export function TicketsPage(props: TicketsPageProps) {
  const { userId, when, onWhen } = props
  const title = useRef<HTMLHeadingElement>(null)
  useKeeping(userId)
  const panel = (of: When) => of === when && <TicketList key={of} title={title} {...props} />
  return (
    <section className="wrap grid grid-cols-1 gap-6 py-8 md:py-12">
      <h1 ref={title} tabIndex={-1} className="text-3xl md:text-4xl">
        Mes billets
      </h1>
      <PaymentNotices />
      <Tabs
        label="Mes billets"
        selected={when}
        onSelect={(id) => onWhen(id === 'past' ? 'past' : 'upcoming')}
        tabs={[
          { id: 'upcoming', label: 'À venir', panel: panel('upcoming') },
          { id: 'past', label: 'Passés', panel: panel('past') },
        ]}
      />
    </section>
  )
}

type TicketListProps = TicketsPageProps & { title: RefObject<HTMLElement | null> }

function TicketList({ title, userId, when, openId, onOpen, onClose }: TicketListProps) {
  const fresh = useQuery(ticketsQuery(userId, when))
  const kept = useQuery(keptTicketsQuery(userId, when))
  const queryClient = useQueryClient()
  const retry = () => {
    void fresh.refetch()
    // What the page says above the tickets was not read either.
    void queryClient.refetchQueries(paymentsQuery())
  }
  // What was kept is shown at once: on a slow network the fresh list may take its time.
  const tickets = fresh.data ?? kept.data?.value
  // A ticket that is passed on goes, and its card with it.
  useFocusHome(title, tickets?.length ?? 0)
  if (!tickets && (fresh.isPending || kept.isPending)) return <CardSkeletons />
  if (!tickets) {
    return (
      <ErrorState title="Vos billets n'ont pas pu être chargés." onRetry={retry} busy={fresh.isFetching} />
    )
  }
  const open = tickets.find((ticket) => ticket.id === openId)
  return (
    <>
      {fresh.isError && (
        <OfflineNote
          at={fresh.data ? fresh.dataUpdatedAt : (kept.data?.at ?? 0)}
          busy={fresh.isFetching}
          onRetry={retry}
        />
      )}
      {tickets.length === 0 ? (
        <NoTickets when={when} />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} onOpen={() => onOpen(ticket.id)} />
            </li>
          ))}
        </ul>
      )}
      {open && (
        <TicketView
          ticket={open}
          siblings={tickets.filter(({ event }) => event.id === open.event.id)}
          onShow={onOpen}
          onClose={onClose}
        />
      )}
    </>
  )
}

function OfflineNote({ at, busy, onRetry }: { at: number; busy: boolean; onRetry: () => void }) {
  const now = useNow()
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-amber-soft px-4 py-2 font-medium text-amber"
    >
      <p className="flex min-w-0 flex-1 items-center gap-2">
        <CloudOff className="size-5 shrink-0" aria-hidden="true" />
        Hors ligne : dernière mise à jour {timeAgo(at, now)}
      </p>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  )
}

function NoTickets({ when }: { when: When }) {
  return (
    <EmptyState
      title={when === 'past' ? 'Aucun billet passé' : 'Aucun billet à venir'}
      action={
        <Link to="/events" className={buttonClass()}>
          Voir les évènements
        </Link>
      }
    >
      Les billets que vous achetez arrivent ici, prêts pour l'entrée, même sans réseau.
    </EmptyState>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <LoadingStatus />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-32 rounded-3xl" />
      ))}
    </div>
  )
}
