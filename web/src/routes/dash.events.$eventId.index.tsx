import { createFileRoute, notFound } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { MyEvent } from '@/features/events/organising/my-event'
import { MyEventPage } from '@/features/events/organising/my-event-page'
import { readId } from '@/lib/ids'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/events/$eventId/')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => {
    const id = readId(params.eventId)
    if (id === null) throw notFound()
    return id
  },
  component: OwnEvent,
})

function OwnEvent() {
  usePageTitle('Mon évènement')
  const id = Route.useLoaderData()
  const signedIn = useAuthStore((state) => state.user !== null)
  const navigate = Route.useNavigate()
  if (!signedIn) return null
  return (
    <MyEvent id={id}>
      {(event) => (
        <MyEventPage event={event} onDeleted={() => navigate({ to: '/dash/events', replace: true })} />
      )}
    </MyEvent>
  )
}
