import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { EventCard } from '@/features/events/event-card'
import { EventCardSkeleton } from '@/features/events/event-card-skeleton'
import { PersonEvents } from '@/features/people/person-events'
import { PersonNotFound, ProfilePage } from '@/features/people/profile-page'
import { personEventsQuery, personQuery } from '@/features/people/queries'
import { readId } from '@/lib/ids'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/users/$userId')({
  // The loader too: the pages of events shouldn't carry the queries of people.
  codeSplitGroupings: [['loader', 'component', 'notFoundComponent']],
  loader: ({ context: { queryClient }, params }) => {
    const id = readId(params.userId)
    if (id === null) throw notFound()
    const query = personQuery(id)
    void queryClient.prefetchQuery(query)
    // Known already to be missing: the server then answers 404.
    if (queryClient.getQueryData(query.queryKey) === null) throw notFound()
    void queryClient.prefetchQuery(personEventsQuery(id))
    return id
  },
  component: Profile,
  notFoundComponent: NoSuchPerson,
})

function Profile() {
  const id = Route.useLoaderData()
  const viewerId = useAuthStore((state) => state.user?.id ?? null)
  const { data } = useQuery(personQuery(id))
  usePageTitle(data?.username, data)
  return (
    <ProfilePage
      userId={id}
      viewerId={viewerId}
      events={
        <PersonEvents
          userId={id}
          card={(event) => <EventCard event={event} />}
          skeleton={<EventCardSkeleton />}
        />
      }
    />
  )
}

function NoSuchPerson() {
  usePageTitle('Page non trouvée')
  return <PersonNotFound />
}
