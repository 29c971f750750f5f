import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAuthStore } from '@/features/accounts/auth-store'
import { readUserAgain } from '@/features/accounts/session'
import { BoxOffice } from '@/features/box-office/box-office'
import { EventDetails, EventNotFound, EventPage } from '@/features/events/event-page'
import { eventQuery } from '@/features/events/queries'
import { readId } from '@/lib/ids'
import { keptChoiceSchema, TICKETS_ID } from '@/lib/kept-choice'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/events/$eventId')({
  validateSearch: keptChoiceSchema,
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

/** Few have one: its team, while it is not published. */
const DraftPreview = lazy(() => import('@/features/events/organising/draft-preview'))

function EventDetail() {
  const id = Route.useLoaderData()
  const { data } = useQuery(eventQuery(id))
  usePageTitle(data?.name, data)
  const buyer = useAuthStore((state) => state.user)
  const navigate = Route.useNavigate()
  if (data === null) return <Missing id={id} />
  return (
    <EventPage
      eventId={id}
      checkout={(sale) => (
        <BoxOffice
          {...sale}
          buyer={buyer}
          keepChoice={(choice) =>
            navigate({
              search: choice ?? {},
              // Whoever comes back by it finds the tickets; whoever is here stays where they are.
              hash: choice && TICKETS_ID,
              hashScrollIntoView: false,
              resetScroll: false,
              replace: true,
            })
          }
          onEmailKept={readUserAgain}
          onSignIn={() =>
            navigate({
              to: '/login',
              search: { redirect: location.pathname + location.search + location.hash },
            })
          }
        />
      )}
    />
  )
}

function NoSuchEvent() {
  return <Missing id={readId(Route.useParams().eventId)} />
}

/** To whoever is signed in it may be a draft of their own. */
function Missing({ id }: { id: number | null }) {
  usePageTitle('Page non trouvée')
  const signedIn = useAuthStore((state) => state.user !== null)
  if (!signedIn || !id) return <EventNotFound />
  return (
    <Suspense>
      <DraftPreview
        eventId={id}
        page={(event) => (event ? <EventDetails event={event} checkout={() => null} /> : <EventNotFound />)}
      />
    </Suspense>
  )
}
