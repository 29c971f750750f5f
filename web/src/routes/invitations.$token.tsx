import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { InvitationPage } from '@/features/events/organising/invitation-page'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/invitations/$token')({ component: Invitation })

function Invitation() {
  usePageTitle('Invitation')
  const { token } = Route.useParams()
  const signedIn = useAuthStore((state) => state.user !== null)
  const navigate = Route.useNavigate()
  return (
    <InvitationPage
      token={token}
      signedIn={signedIn}
      onAccepted={({ id, role }) =>
        role === 'door'
          ? navigate({ to: '/dash/events', replace: true })
          : navigate({ to: '/dash/events/$eventId', params: { eventId: String(id) }, replace: true })
      }
    />
  )
}
