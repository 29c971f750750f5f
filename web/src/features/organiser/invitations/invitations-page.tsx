// /dash/events/{id}/invitations: free tickets for guests.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EndlessList } from '@/ui/endless-list'
import { TextField } from '@/ui/field'
import { EmptyState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import type { OrganisedEvent } from '../organised-event'
import { PartHead } from '../part-head'
import { GuestRow } from './guest-row'
import { InviteForm } from './invite-form'
import { guestsQuery } from './queries'
import { useSettled } from './use-settled'

/** From here on one looks for a name rather than reading them all. */
const WORTH_SEARCHING = 10

export default function InvitationsPage({ event }: { event: OrganisedEvent }) {
  const [search, setSearch] = useState('')
  const asked = useSettled(search.trim())
  // Those before stay while others are looked for.
  const query = useInfiniteQuery({ ...guestsQuery(event.id, asked), placeholderData: (before) => before })
  const count = query.data?.pages[0]?.count
  const title = useRef<HTMLHeadingElement>(null)
  useFocusHome(title, count ?? 0)
  const mayInvite = event.ttype.length > 0 && !event.cancelled
  return (
    <>
      <PartHead titleRef={title} title="Invitations" count={count} noun="invité">
        Des billets offerts à la presse, aux partenaires, aux proches.
      </PartHead>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {mayInvite && <InviteForm event={event} />}
        <div className="grid min-w-0 gap-3">
          {(search !== '' || (count ?? 0) >= WORTH_SEARCHING) && (
            <TextField
              label="Chercher un invité"
              type="search"
              maxLength={80}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          <EndlessList
            query={query}
            failed="Les invités n'ont pas pu être chargés."
            more="Voir plus d'invités"
            skeleton={<Skeleton className="h-80 rounded-3xl" />}
            empty={<NobodyFound searched={asked !== ''} mayInvite={mayInvite} />}
          >
            {(guests) => (
              <ul className="divide-y divide-line rounded-3xl bg-card px-5 shadow-lift">
                {guests.map((guest) => (
                  <li key={guest.id}>
                    <GuestRow event={event} guest={guest} />
                  </li>
                ))}
              </ul>
            )}
          </EndlessList>
        </div>
      </div>
    </>
  )
}

function NobodyFound({ searched, mayInvite }: { searched: boolean; mayInvite: boolean }) {
  if (searched) return <EmptyState title="Aucun invité de ce nom">Essayez un autre nom ou numéro.</EmptyState>
  return (
    <EmptyState title="Aucun invité">
      {mayInvite
        ? 'Collez votre liste dans le formulaire : chacun aura son billet.'
        : "L'entrée est gratuite, ou l'évènement est annulé : il n'y a pas de billet à offrir."}
    </EmptyState>
  )
}
