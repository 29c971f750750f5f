import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { MyEvent } from '@/features/events/organising/my-event'
import { MyEventPage } from '@/features/events/organising/my-event-page'
import { idInAddress } from '@/lib/address-id'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/events/$eventId/')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => idInAddress(params.eventId),
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
        <MyEventPage event={event} onGone={() => navigate({ to: '/dash/events', replace: true })} />
      )}
    </MyEvent>
  )
}
