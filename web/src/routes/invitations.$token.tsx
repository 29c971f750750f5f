import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { ProveAddress } from '@/features/accounts/prove-address'
import { signOut } from '@/features/accounts/session'
import { InvitationPage } from '@/features/events/organising/invitation-page'
import { forgetInvitation, keepInvitation } from '@/lib/kept-invitation'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/invitations/$token')({ component: Invitation })

function Invitation() {
  usePageTitle('Invitation')
  const { token } = Route.useParams()
  const userId = useAuthStore((state) => state.user?.id)
  const navigate = Route.useNavigate()
  return (
    <InvitationPage
      token={token}
      signedIn={userId !== undefined}
      proveAddress={userId !== undefined && <ProveAddress onSent={() => keepInvitation(userId, token)} />}
      onOtherAccount={() => {
        signOut()
        void navigate({ to: '/login', search: { redirect: `/invitations/${token}` } })
      }}
      onAccepted={({ id, role }) => {
        forgetInvitation()
        void (role === 'door'
          ? navigate({ to: '/dash/events', replace: true })
          : navigate({ to: '/dash/events/$eventId', params: { eventId: String(id) }, replace: true }))
      }}
    />
  )
}
