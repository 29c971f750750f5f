import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '@/features/accounts/login-screen'
import { usePageTitle } from '@/lib/page-title'
import { redirectSearch, safeRedirect } from '@/lib/redirect'
import { arrive } from './-arrive'

export const Route = createFileRoute('/login')({ validateSearch: redirectSearch, component: Login })

function Login() {
  usePageTitle('Connexion')
  // Once more: the router keeps what validation left out.
  const { redirect } = redirectSearch(Route.useSearch())
  const router = useRouter()
  return <LoginScreen redirect={redirect} onSignedIn={() => arrive(router, safeRedirect(redirect))} />
}
