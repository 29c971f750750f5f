import { createFileRoute, useRouter } from '@tanstack/react-router'
import { RegisterScreen } from '@/features/accounts/register-screen'
import { usePageTitle } from '@/lib/page-title'
import { redirectSearch, safeRedirect } from '@/lib/redirect'

export const Route = createFileRoute('/register')({ validateSearch: redirectSearch, component: Register })

function Register() {
  usePageTitle('Inscription')
  // Once more: the router keeps what validation left out.
  const { redirect } = redirectSearch(Route.useSearch())
  const { history } = useRouter()
  return <RegisterScreen redirect={redirect} onRegistered={() => history.replace(safeRedirect(redirect))} />
}
