import { createFileRoute, useRouter } from '@tanstack/react-router'
import { RegisterScreen } from '@/features/accounts/register-screen'
import { usePageTitle } from '@/lib/page-title'
import { redirectSearch, safeRedirect } from '@/lib/redirect'
import { arrive } from './-arrive'

export const Route = createFileRoute('/register')({ validateSearch: redirectSearch, component: Register })

function Register() {
  usePageTitle('Inscription')
  // Once more: the router keeps what validation left out.
  const { redirect } = redirectSearch(Route.useSearch())
  const router = useRouter()
  return <RegisterScreen redirect={redirect} onRegistered={() => arrive(router, safeRedirect(redirect))} />
}
