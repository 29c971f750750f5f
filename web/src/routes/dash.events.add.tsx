import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { EventFormScreen } from '@/features/events/organising/form/event-form-screen'
import { FollowedPicker } from '@/features/people/followed-picker'
import { usePageTitle } from '@/lib/page-title'
import { showToast } from '@/ui/toast-store'

export const Route = createFileRoute('/dash/events/add')({ component: AddEvent })

function AddEvent() {
  usePageTitle('Créer un événement')
  const userId = useAuthStore((state) => state.user?.id)
  const navigate = Route.useNavigate()
  if (userId === undefined) return null
  return (
    <EventFormScreen
      userId={userId}
      people={(props) => <FollowedPicker viewerId={userId} {...props} />}
      onSaved={({ id, draft }) => {
        showToast('success', draft ? 'Votre brouillon est enregistré.' : 'Votre évènement est publié.', 5000)
        void navigate({ to: '/dash/events/$eventId', params: { eventId: String(id) }, replace: true })
      }}
    />
  )
}
