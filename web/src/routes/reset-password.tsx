import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '@/features/accounts/recovery/reset-password-screen'
import { usePageTitle } from '@/lib/page-title'
import { linkTokenSchema } from '@/lib/search-schema'

export const Route = createFileRoute('/reset-password')({
  validateSearch: linkTokenSchema,
  component: ResetPassword,
})

function ResetPassword() {
  usePageTitle('Nouveau mot de passe')
  const { token } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ResetPasswordScreen token={token} onDone={() => navigate({ to: '/login', replace: true })} />
}
