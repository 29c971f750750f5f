import { createFileRoute, useRouter } from '@tanstack/react-router'
import { RegisterScreen } from '@/features/accounts/register-screen'
import { usePageTitle } from '@/lib/page-title'
import { redirectSchema, safeRedirect } from '@/lib/redirect'
import { readSearch } from '@/lib/search-schema'
import { arrive } from './-arrive'

export const Route = createFileRoute('/register')({ validateSearch: redirectSchema, component: Register })

function Register() {
  usePageTitle('Inscription')
  // Once more: the router keeps what validation left out.
  const { redirect } = readSearch(redirectSchema, Route.useSearch())
  const router = useRouter()
  return <RegisterScreen redirect={redirect} onRegistered={() => arrive(router, safeRedirect(redirect))} />
}
