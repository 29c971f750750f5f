import { createFileRoute } from '@tanstack/react-router'
import { ForgottenPasswordScreen } from '@/features/accounts/recovery/forgotten-password-screen'
import { phoneHref, SUPPORT_PHONE } from '@/features/site/content'
import { usePageTitle } from '@/lib/page-title'
import { redirectSchema } from '@/lib/redirect'
import { readSearch } from '@/lib/search-schema'

export const Route = createFileRoute('/forgotten-password')({
  validateSearch: redirectSchema,
  component: ForgottenPassword,
})

function ForgottenPassword() {
  usePageTitle('Mot de passe oublié')
  // Once more: the router keeps what validation left out.
  const { redirect } = readSearch(redirectSchema, Route.useSearch())
  const support = { phone: SUPPORT_PHONE, href: phoneHref(SUPPORT_PHONE) }
  const navigate = Route.useNavigate()
  const onDone = () => navigate({ to: '/login', search: { redirect }, replace: true })
  return <ForgottenPasswordScreen redirect={redirect} support={support} onDone={onDone} />
}
