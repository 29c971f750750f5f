import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { VerifyEmailScreen } from '@/features/accounts/recovery/verify-email-screen'
import { usePageTitle } from '@/lib/page-title'
import { linkTokenSchema } from '@/lib/search-schema'

export const Route = createFileRoute('/verify-email')({
  validateSearch: linkTokenSchema,
  component: VerifyEmail,
})

function VerifyEmail() {
  usePageTitle('Adresse e-mail')
  const { token } = Route.useSearch()
  const signedIn = useAuthStore((state) => state.user !== null)
  return <VerifyEmailScreen token={token} signedIn={signedIn} />
}
