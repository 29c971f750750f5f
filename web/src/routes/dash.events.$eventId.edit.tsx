import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { EventFormScreen } from '@/features/events/organising/form/event-form-screen'
import { MyEvent } from '@/features/events/organising/my-event'
import { FollowedPicker } from '@/features/people/followed-picker'
import { idInAddress } from '@/lib/address-id'
import { usePageTitle } from '@/lib/page-title'
import { showToast } from '@/ui/toast-store'

export const Route = createFileRoute('/dash/events/$eventId/edit')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => idInAddress(params.eventId),
  component: EditEvent,
})

function EditEvent() {
  usePageTitle("Modifier l'évènement")
  const id = Route.useLoaderData()
  const userId = useAuthStore((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (userId === undefined) return null
  return (
    <MyEvent id={id}>
      {(event) => (
        <EventFormScreen
          key={id}
          userId={userId}
          event={event}
          people={(props) => <FollowedPicker viewerId={userId} {...props} />}
          onSaved={({ draft }) => {
            const isPublished = event.draft && !draft
            showToast(
              'success',
              isPublished ? 'Votre évènement est publié.' : 'Vos changements sont enregistrés.',
              5000,
            )
            void navigate({ to: '/dash/events/$eventId', params: { eventId: String(id) }, replace: true })
          }}
        />
      )}
    </MyEvent>
  )
}
