import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '@/features/accounts/recovery/reset-password-screen'
import { usePageTitle } from '@/lib/page-title'
import { linkToken } from '@/lib/search-params'

export const Route = createFileRoute('/reset-password')({
  validateSearch: linkToken,
  component: ResetPassword,
})

function ResetPassword() {
  usePageTitle('Nouveau mot de passe')
  const { token } = Route.useSearch()
  const navigate = Route.useNavigate()
  return <ResetPasswordScreen token={token} onDone={() => navigate({ to: '/login', replace: true })} />
}
