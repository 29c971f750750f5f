// /dash/events/{id}/attendees: who holds tickets, searched and filtered, and the list as a file.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAddressSearch } from '@/lib/address-search'
import { counted } from '@/lib/counted'
import { useNow } from '@/lib/now'
import { readSearch } from '@/lib/search-schema'
import { Button } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { FilterBar } from '@/ui/filter-bar'
import { EmptyState } from '@/ui/page-state'
import { Card } from '../card'
import type { OrganisedEvent } from '../organised-event'
import { PartLink } from '../part-link'
import { RowSkeletons } from '../row-skeletons'
import { CHANNELS, optionsOf, TICKET_STATES } from '../words'
import { AttendeeRow } from './attendee-row'
import { ExportButtons } from './export-buttons'
import { attendeeFiltersSchema, attendeesQuery } from './queries'

const SORTS = { holder: 'Par nom', '-scanned_at': 'Par entrée' }

export default function AttendeesPage({ event }: { event: OrganisedEvent }) {
  const [filters, setFilters] = useAddressSearch(attendeeFiltersSchema)
  const query = useInfiniteQuery(attendeesQuery(event.id, filters))
  const now = useNow()
  const count = query.data?.pages[0]?.count
  const { sort: _, ...narrowing } = filters
  const isNarrowed = Object.keys(narrowing).length > 0
  return (
    <Card
      title="Participants"
      lead={<span role="status">{count === undefined ? '' : counted(count, 'billet')}</span>}
      aside={<ExportButtons eventId={event.id} filters={filters} />}
    >
      <FilterBar
        label="Chercher un participant"
        placeholder="Nom, numéro ou code…"
        filters={filters}
        onFilter={(chosen) => setFilters(readSearch(attendeeFiltersSchema, chosen))}
        choices={[
          { name: 'ticket_type', label: 'Type de billet', options: typeOptions(event) },
          { name: 'status', label: 'État', options: optionsOf('Tout état', TICKET_STATES) },
          { name: 'channel', label: 'Canal', options: optionsOf('Tout canal', CHANNELS) },
          { name: 'sort', label: 'Ordre', options: optionsOf('Récents', SORTS) },
        ]}
      />
      <EndlessList
        query={query}
        failed="Les participants n'ont pas pu être lus."
        more="Voir plus de participants"
        skeleton={<RowSkeletons />}
        empty={isNarrowed ? <NobodyFound onReset={() => setFilters({})} /> : <NobodyYet eventId={event.id} />}
      >
        {(attendees) => (
          <ul className="divide-y divide-line">
            {attendees.map((attendee) => (
              <AttendeeRow key={attendee.id} attendee={attendee} event={event} now={now} />
            ))}
          </ul>
        )}
      </EndlessList>
    </Card>
  )
}

function typeOptions({ ttype }: OrganisedEvent) {
  const types = ttype.map(({ id, label }) => ({ value: String(id), label }))
  return [{ value: '', label: 'Tout billet' }, ...types]
}

function NobodyFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      title="Personne ne correspond."
      action={
        <Button variant="outline" onClick={onReset}>
          Voir tous les participants
        </Button>
      }
    >
      Essayez une partie du nom ou du numéro, ou un autre filtre.
    </EmptyState>
  )
}

function NobodyYet({ eventId }: { eventId: number }) {
  return (
    <EmptyState
      title="Aucun participant pour le moment"
      action={
        <PartLink
          eventId={eventId}
          part="invitations"
          className="inline-flex min-h-11 items-center font-semibold text-malachite underline underline-offset-4"
        >
          Inviter quelqu'un
        </PartLink>
      }
    >
      Chaque billet vendu ou offert apparaît ici aussitôt.
    </EmptyState>
  )
}
