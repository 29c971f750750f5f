import { createFileRoute, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { RegisterScreen } from '@/features/accounts/register-screen'
import { usePageTitle } from '@/lib/page-title'
import { redirectSchema, safeRedirect } from '@/lib/redirect'
import { arrive } from './-arrive'

export const Route = createFileRoute('/register')({ validateSearch: redirectSchema, component: Register })

function Register() {
  usePageTitle('Inscription')
  // Once more: the router keeps what validation left out.
  const { redirect } = v.parse(redirectSchema, Route.useSearch())
  const router = useRouter()
  return <RegisterScreen redirect={redirect} onRegistered={() => arrive(router, safeRedirect(redirect))} />
}
