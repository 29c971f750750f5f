import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { BoxOffice } from '@/features/box-office/box-office'
import { EventNotFound, EventPage } from '@/features/events/event-page'
import { eventQuery } from '@/features/events/queries'
import { readId } from '@/lib/ids'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/events/$eventId')({
  loader: ({ context: { queryClient }, params }) => {
    const id = readId(params.eventId)
    if (id === null) throw notFound()
    const query = eventQuery(id)
    void queryClient.prefetchQuery(query)
    // Known already to be missing: the server then answers 404.
    if (queryClient.getQueryData(query.queryKey) === null) throw notFound()
    // Not what is similar: this runs as soon as a pointer comes near a link, and the server counts that as a view.
    return id
  },
  component: EventDetail,
  notFoundComponent: NoSuchEvent,
})

function EventDetail() {
  const id = Route.useLoaderData()
  const { data } = useQuery(eventQuery(id))
  usePageTitle(data?.name)
  const buyer = useAuthStore((state) => state.user)
  const navigate = Route.useNavigate()
  return (
    <EventPage
      eventId={id}
      checkout={(event, type) => (
        <BoxOffice
          event={event}
          type={type}
          buyer={buyer}
          onSignIn={() => navigate({ to: '/login', search: { redirect: `/events/${id}` } })}
        />
      )}
    />
  )
}

function NoSuchEvent() {
  usePageTitle('Page non trouvée')
  return <EventNotFound />
}
