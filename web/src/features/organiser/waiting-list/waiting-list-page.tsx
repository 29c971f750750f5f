// /dash/events/{id}/waiting-list: who waits for what is sold out, in the order they came.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAmount } from '@/lib/money'
import { useNow } from '@/lib/now'
import { momentWords } from '@/lib/town-time'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import type { OrganisedEvent } from '../organised-event'
import { PartHead } from '../part-head'
import { type WaitingPerson, waitingPeopleQuery } from './queries'

const STATES = {
  waiting: { label: 'Attend', tone: 'outline' },
  offered: { label: 'Places offertes', tone: 'amber' },
  bought: { label: 'A acheté', tone: 'green' },
  expired: { label: 'Offre passée', tone: 'outline' },
  left: { label: 'A quitté la liste', tone: 'outline' },
} as const satisfies Record<WaitingPerson['status'], object>

export default function WaitingListPage({ event }: { event: OrganisedEvent }) {
  const query = useInfiniteQuery(waitingPeopleQuery(event.id))
  const count = query.data?.pages[0]?.count
  return (
    <>
      <PartHead
        title="Liste d'attente"
        count={count}
        noun="inscription"
        action={count ? <MorePlaces event={event} /> : null}
      >
        Une place qui se libère est offerte à la première personne, pendant deux heures, puis à la suivante.
      </PartHead>
      <EndlessList
        query={query}
        failed="La liste d'attente n'a pas pu être chargée."
        more="Voir la suite de la liste"
        skeleton={<Skeleton className="h-80 rounded-3xl" />}
        empty={
          <EmptyState title="Personne n'attend">
            Quand un billet est épuisé, sa page propose de rejoindre la liste. Vous n'avez rien à faire.
          </EmptyState>
        }
      >
        {(people) => (
          <>
            <Totals people={people} />
            <ol className="divide-y divide-line rounded-3xl bg-card px-5 shadow-lift">
              {people.map((person) => (
                <li key={person.id}>
                  <Person person={person} town={event.town} />
                </li>
              ))}
            </ol>
          </>
        )}
      </EndlessList>
    </>
  )
}

/** More places for the type that people wait for: they go to those who wait first. */
function MorePlaces({ event }: { event: OrganisedEvent }) {
  if (!event.trusted || event.cancelled) return null
  return (
    <Link
      to="/dash/events/$eventId/ticket"
      params={{ eventId: String(event.id) }}
      className={buttonClass({ variant: 'outline' })}
    >
      Ajouter des places
    </Link>
  )
}

/** How many places are waited for, by type; of those that are read so far. */
function Totals({ people }: { people: readonly WaitingPerson[] }) {
  const totals = new Map<string, number>()
  for (const { status, label, quantity } of people)
    if (status === 'waiting') totals.set(label, (totals.get(label) ?? 0) + quantity)
  if (totals.size === 0) return null
  return (
    <dl className="flex flex-wrap gap-3">
      {[...totals].map(([label, places]) => (
        <div key={label} className="grid gap-1 rounded-2xl bg-card p-4 shadow-lift">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">
            {formatAmount(places)}{' '}
            <span className="text-sm font-medium text-muted">
              {places > 1 ? 'places attendues' : 'place attendue'}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Person({ person, town }: { person: WaitingPerson; town: string }) {
  const now = useNow()
  const { username, position, quantity, label, status, joined_at, offered, offered_until } = person
  const { label: state, tone } = STATES[status]
  return (
    <div className="grid grid-cols-[2rem_1fr] items-center gap-x-3 gap-y-1.5 py-3 md:grid-cols-[2rem_1fr_auto]">
      <span className="figures text-xl text-copper">{position ?? '–'}</span>
      <div className="min-w-0">
        <p className="font-semibold break-words">{username}</p>
        <p className="text-sm text-muted">
          {quantity} × {label} · inscription {momentWords(joined_at, town, now)}
        </p>
      </div>
      <p className="col-start-2 flex flex-wrap items-center gap-2 text-sm text-muted md:col-start-3">
        {status === 'offered' && offered_until && (
          <span>
            {offered} place{offered > 1 ? 's' : ''} jusqu'à {momentWords(offered_until, town, now)}
          </span>
        )}
        <Badge tone={tone}>{state}</Badge>
      </p>
    </div>
  )
}
