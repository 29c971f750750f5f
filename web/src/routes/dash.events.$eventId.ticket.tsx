import { createFileRoute, notFound } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { MyEvent } from '@/features/events/organising/my-event'
import { TicketTypesScreen } from '@/features/events/organising/ticket-types-screen'
import { readId } from '@/lib/ids'
import { usePageTitle } from '@/lib/page-title'
import { showToast } from '@/ui/toast-store'

export const Route = createFileRoute('/dash/events/$eventId/ticket')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => {
    const id = readId(params.eventId)
    if (id === null) throw notFound()
    return id
  },
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
        <TicketTypesScreen
          key={id}
          event={event}
          onSaved={() => {
            showToast('success', 'Vos billets sont enregistrés.', 5000)
            void navigate({ to: '/dash/events/$eventId', params: { eventId: String(id) }, replace: true })
          }}
        />
      )}
    </MyEvent>
  )
}
