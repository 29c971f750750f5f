// /dash/events: what one organises, alone or with others.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useRef } from 'react'
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { buttonClass } from '@/ui/button'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import { EventPicture } from '../event-picture'
import { EventActions } from './event-actions'
import { EventBadges } from './event-badges'
import { type MyEvent, myEventsQuery } from './queries'
import { SalesBar } from './sales-bar'
import { ScanLink } from './scan-link'

export function MyEventsPage() {
  const query = useInfiniteQuery(myEventsQuery())
  const count = query.data?.pages[0]?.count
  const title = useRef<HTMLHeadingElement>(null)
  // An event that is deleted, or whose team is left, goes with its card.
  useFocusHome(title, count ?? 0)
  return (
    <section className="wrap py-8 md:py-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={title} tabIndex={-1} className="text-3xl md:text-4xl">
            Mes évènements
          </h1>
          <p role="status" className="mt-1 text-muted empty:hidden">
            {count ? `${count} ${count > 1 ? 'évènements' : 'évènement'}` : ''}
          </p>
        </div>
        <Link to="/dash/events/add" className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}>
          <CalendarPlus className="size-5" aria-hidden="true" />
          Créer un événement
        </Link>
      </div>
      <EndlessList
        query={query}
        failed="Vos évènements n'ont pas pu être chargés."
        more="Voir plus d'évènements"
        skeleton={<CardSkeletons />}
        empty={
          <EmptyState title="Aucun évènement pour le moment">
            Créez le premier : il est en ligne en quelques minutes.
          </EmptyState>
        }
      >
        {(events) => (
          <ul className="grid gap-4 lg:grid-cols-2">
            {events.map((event) => (
              <li key={event.id}>
                <MyEventCard event={event} />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </section>
  )
}

function MyEventCard({ event }: { event: MyEvent }) {
  const now = useNow()
  const isAtDoor = event.role === 'door'
  return (
    <article className="grid h-full content-start gap-4 rounded-3xl bg-card p-4 shadow-lift sm:grid-cols-[9rem_minmax(0,1fr)] md:p-5">
      <EventPicture event={event} className="rounded-2xl max-sm:hidden" />
      <div className="grid min-w-0 gap-2.5">
        <EventBadges event={event} />
        <h2 className="text-xl leading-snug break-words">
          {isAtDoor ? (
            event.name
          ) : (
            <Link
              to="/dash/events/$eventId"
              params={{ eventId: String(event.id) }}
              className="flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {event.name}
            </Link>
          )}
        </h2>
        <p className="text-muted">
          {formatWhen(event.started_at, event.hour, event.town, now)} · {event.town}
        </p>
        {!isAtDoor && <SalesBar event={event} />}
        {isAtDoor && !event.cancelled && <ScanLink eventId={event.id} />}
      </div>
      <div className="sm:col-span-2">
        <EventActions event={event} />
      </div>
    </article>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-56 rounded-3xl" />
      ))}
    </div>
  )
}
