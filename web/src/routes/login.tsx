import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '@/features/accounts/login-screen'
import { usePageTitle } from '@/lib/page-title'
import { redirectSchema, safeRedirect } from '@/lib/redirect'
import { readSearch } from '@/lib/search-schema'
import { arrive } from './-arrive'

export const Route = createFileRoute('/login')({ validateSearch: redirectSchema, component: Login })

function Login() {
  usePageTitle('Connexion')
  // Once more: the router keeps what validation left out.
  const { redirect } = readSearch(redirectSchema, Route.useSearch())
  const router = useRouter()
  return <LoginScreen redirect={redirect} onSignedIn={() => arrive(router, safeRedirect(redirect))} />
}
