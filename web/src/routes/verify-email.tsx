import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAuthStore } from '@/features/accounts/auth-store'
import { VerifyEmailScreen } from '@/features/accounts/recovery/verify-email-screen'
import { readInvitation } from '@/lib/kept-invitation'
import { usePageTitle } from '@/lib/page-title'
import { linkTokenSchema } from '@/lib/search-schema'

export const Route = createFileRoute('/verify-email')({
  validateSearch: linkTokenSchema,
  component: VerifyEmail,
})

function VerifyEmail() {
  usePageTitle('Adresse e-mail')
  const { token } = Route.useSearch()
  const userId = useAuthStore((state) => state.user?.id)
  const invitation = useInvitation(userId)
  return <VerifyEmailScreen token={token} signedIn={userId !== undefined} invitation={invitation} />
}

/** What this browser keeps is known only after the server's page was taken over. */
function useInvitation(userId: number | undefined): string | undefined {
  const [invitation, setInvitation] = useState<string>()
  useEffect(() => setInvitation(readInvitation(userId)), [userId])
  return invitation
}
