import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { EventNotFound, EventPage } from '@/features/events/event-page'
import { eventQuery } from '@/features/events/queries'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/events/$eventId')({
  loader: ({ context: { queryClient }, params }) => {
    const id = eventNumber(params.eventId)
    const query = eventQuery(id)
    void queryClient.prefetchQuery(query)
    // Known already to be missing: the server then answers 404.
    if (queryClient.getQueryData(query.queryKey) === null) throw notFound()
    return id
  },
  component: EventDetail,
  notFoundComponent: NoSuchEvent,
})

/** Ids are whole numbers below 2^53; anything else can't be one. */
function eventNumber(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(id)) throw notFound()
  return id
}

function EventDetail() {
  const id = Route.useLoaderData()
  const { data } = useQuery(eventQuery(id))
  usePageTitle(data?.name)
  return <EventPage eventId={id} />
}

function NoSuchEvent() {
  usePageTitle('Page non trouvée')
  return <EventNotFound />
}
