// /events/{eventId}: the cover, the facts, the words, and the tabs Billets and Partager.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isOver } from '@/lib/dates'
import { TICKETS_ID } from '@/lib/kept-choice'
import { useNow } from '@/lib/now'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { EventBar } from './event-bar'
import { EventDescription } from './event-description'
import { EventFacts } from './event-facts'
import { EventPicture } from './event-picture'
import { EventShare } from './event-share'
import { EventSurroundings } from './event-surroundings'
import { type Checkout, EventTickets, type Wanted } from './event-tickets'
import { KindAndTown } from './kind-and-town'
import { type Event, eventQuery } from './queries'
import { SimilarEvents } from './similar-events'

/** `checkout`: how tickets are bought is another feature's. */
type EventPageProps = { eventId: number; checkout: Checkout }

export function EventPage({ eventId, checkout }: EventPageProps) {
  const { data, isPending, isFetching, refetch } = useQuery(eventQuery(eventId))
  // First, whatever became of reading it again: somebody may be paying on it.
  if (data) return <EventDetails key={data.id} event={data} checkout={checkout} />
  if (isPending) return <EventPageSkeleton />
  if (data === null) return <EventNotFound />
  return (
    <div className="wrap py-16">
      <ErrorState
        title="Erreur lors du chargement des détails de l'événement."
        onRetry={refetch}
        busy={isFetching}
      />
    </div>
  )
}

export function EventDetails({ event, checkout }: { event: Event; checkout: Checkout }) {
  const [tab, setTab] = useState('tickets')
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const over = isOver(event, useNow())
  return (
    <article className="relative isolate">
      <Ambience event={event} />
      <div className="wrap grid gap-x-12 pb-10 max-lg:px-0 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr] lg:pt-10 lg:pb-20 xl:gap-x-16">
        <div className="relative self-start overflow-hidden lg:rounded-[2rem] lg:shadow-lift-high">
          <EventPicture
            event={event}
            alt={`Affiche : ${event.name}`}
            eager
            sizes="(min-width: 1024px) 48rem, 100vw"
          />
          <span className="absolute top-4 right-4 flex gap-1.5">
            <StateBadges event={event} />
          </span>
        </div>
        <div className="max-lg:px-4 max-lg:md:px-8 lg:row-span-2">
          <KindAndTown event={event} className="max-lg:mt-5" />
          <h1 className={`mt-3 mb-6 leading-[1.06] font-extrabold ${titleSize(event.name)}`}>{event.name}</h1>
          <EventFacts event={event} />
          <section id={TICKETS_ID} aria-label="Billets et partage" className="mt-8">
            <Tabs
              label="Billets et partage"
              selected={tab}
              onSelect={setTab}
              tabs={[
                {
                  id: 'tickets',
                  label: 'Billets',
                  panel: <EventTickets event={event} checkout={checkout} onWanted={setWanted} />,
                },
                { id: 'share', label: 'Partager', panel: <EventShare event={event} /> },
              ]}
            />
          </section>
        </div>
        <div className="mt-10 max-lg:px-4 max-lg:md:px-8">
          <EventDescription text={event.description} />
          {event.location && <EventSurroundings event={event} location={event.location} />}
        </div>
      </div>
      <SimilarEvents eventId={event.id} />
      {!event.cancelled && !over && (
        <EventBar event={event} wanted={wanted} onTickets={() => setTab('tickets')} />
      )}
    </article>
  )
}

function StateBadges({ event }: { event: Event }) {
  const { cancelled, is_free: free } = event
  return (
    <>
      {cancelled && <Badge tone="danger">Annulé</Badge>}
      <Badge tone={free ? 'malachite' : 'copper'}>{free ? 'Gratuit' : 'Payant'}</Badge>
    </>
  )
}

/** A long name is set smaller, so that the date stays on the first screen. */
function titleSize(name: string): string {
  return name.length > 40 ? 'text-[1.75rem] lg:text-4xl' : 'text-[2rem] lg:text-[2.75rem]'
}

/** On wide screens the page takes on the colours of its picture. */
function Ambience({ event }: { event: Event }) {
  return (
    <div
      aria-hidden="true"
      className="ambience absolute inset-x-0 top-0 -z-10 h-128 overflow-hidden max-lg:hidden"
    >
      <EventPicture event={event} />
    </div>
  )
}

export function EventNotFound() {
  return (
    <div className="wrap py-16">
      <h1 className="sr-only">Évènement introuvable</h1>
      <EmptyState
        title="Cet évènement est introuvable."
        action={
          <Link to="/events" className={buttonClass()}>
            Voir tous les évènements
          </Link>
        }
      >
        Il a peut-être été retiré, ou le lien est incomplet.
      </EmptyState>
    </div>
  )
}

function EventPageSkeleton() {
  return (
    <div className="wrap grid gap-x-10 gap-y-6 pb-10 max-lg:px-0 lg:grid-cols-[minmax(0,1fr)_26rem] lg:pt-8">
      <LoadingStatus />
      <Skeleton className="aspect-video w-full rounded-none lg:rounded-[2rem]" />
      <div className="grid content-start gap-4 max-lg:px-4">
        <Skeleton className="h-6 w-44 rounded-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="mt-2 h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </div>
  )
}
