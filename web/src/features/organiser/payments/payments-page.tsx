// /dash/events/{id}/payments: every payment of the event, searched and filtered, and one of them open.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAddressSearch } from '@/lib/address-search'
import { counted } from '@/lib/counted'
import { useNow } from '@/lib/now'
import { readSearch } from '@/lib/search-schema'
import { Button, buttonClass } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { FilterBar } from '@/ui/filter-bar'
import { NavLink } from '@/ui/nav-link'
import { EmptyState } from '@/ui/page-state'
import { Card } from '../card'
import type { OrganisedEvent } from '../organised-event'
import { RowSkeletons } from '../row-skeletons'
import { optionsOf, PAYMENT_STATES } from '../words'
import { PaymentDialog } from './payment-dialog'
import { PaymentRow } from './payment-row'
import { eventPaymentsQuery, paymentSearchSchema } from './queries'

export default function PaymentsPage({ event }: { event: OrganisedEvent }) {
  const [{ payment, ...filters }, setSearch] = useAddressSearch(paymentSearchSchema)
  const query = useInfiniteQuery(eventPaymentsQuery(event.id, filters))
  const now = useNow()
  const count = query.data?.pages[0]?.count
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <Card
      title="Paiements"
      lead={<span role="status">{count === undefined ? '' : counted(count, 'paiement')}</span>}
    >
      <FilterBar
        label="Chercher un paiement"
        placeholder="Nom, numéro, réf…"
        filters={filters}
        onFilter={(chosen) => setSearch(readSearch(paymentSearchSchema, chosen))}
        choices={[{ name: 'state', label: 'État', options: optionsOf('Tous les états', PAYMENT_STATES) }]}
      />
      <EndlessList
        query={query}
        failed="Les paiements n'ont pas pu être lus."
        more="Voir plus de paiements"
        skeleton={<RowSkeletons />}
        empty={isNarrowed ? <NoneFound onReset={() => setSearch({})} /> : <NoneYet eventId={event.id} />}
      >
        {(payments) => (
          <ul className="divide-y divide-line">
            {payments.map((one) => (
              <PaymentRow key={one.id} payment={one} event={event} filters={filters} now={now} />
            ))}
          </ul>
        )}
      </EndlessList>
      {payment && (
        <PaymentDialog
          key={payment}
          event={event}
          paymentId={payment}
          onClose={() => setSearch(filters, { replace: true })}
        />
      )}
    </Card>
  )
}

function NoneFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="Aucun paiement ne correspond."
      action={
        <Button variant="outline" onClick={onReset}>
          Voir tous les paiements
        </Button>
      }
    >
      Essayez une partie du nom ou du numéro de la personne, ou un autre état.
    </EmptyState>
  )
}

function NoneYet({ eventId }: { eventId: number }) {
  return (
    <EmptyState
      title="Aucun paiement pour le moment"
      action={
        <NavLink to={`/events/${eventId}`} className={buttonClass({ variant: 'outline' })}>
          Voir la page
        </NavLink>
      }
    >
      Partagez la page de l'évènement : chaque achat apparaît ici aussitôt.
    </EmptyState>
  )
}
