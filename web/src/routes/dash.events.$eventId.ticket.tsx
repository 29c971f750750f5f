import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { EventBadges } from '@/features/events/organising/event-badges'
import { MyEvent } from '@/features/events/organising/my-event'
import { TicketTypesScreen } from '@/features/events/organising/ticket-types-screen'
import { EventFrame } from '@/features/organiser/event-frame'
import { idInAddress } from '@/lib/address-id'
import { usePageTitle } from '@/lib/page-title'
import { showToast } from '@/ui/toast-store'

export const Route = createFileRoute('/dash/events/$eventId/ticket')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => idInAddress(params.eventId),
  component: EventTicketTypes,
})

function EventTicketTypes() {
  usePageTitle('Billets')
  const id = Route.useLoaderData()
  const signedIn = useAuthStore((state) => state.user !== null)
  const navigate = Route.useNavigate()
  if (!signedIn) return null
  return (
    <MyEvent id={id}>
      {(event) => (
        <EventFrame event={event} badges={<EventBadges event={event} />}>
          <TicketTypesScreen
            key={id}
            event={event}
            isSignedIn={() => useAuthStore.getState().user !== null}
            onSaved={() => {
              showToast('success', 'Vos billets sont enregistrés.', 5000)
              void navigate({ to: '/dash/events/$eventId', params: { eventId: String(id) }, replace: true })
            }}
          />
        </EventFrame>
      )}
    </MyEvent>
  )
}
