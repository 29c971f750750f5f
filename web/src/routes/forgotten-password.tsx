import { createFileRoute } from '@tanstack/react-router'
import { ForgottenPasswordScreen } from '@/features/accounts/recovery/forgotten-password-screen'
import { phoneHref, SUPPORT_PHONE } from '@/features/site/content'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/forgotten-password')({ component: ForgottenPassword })

function ForgottenPassword() {
  usePageTitle('Mot de passe oublié')
  return <ForgottenPasswordScreen support={{ phone: SUPPORT_PHONE, href: phoneHref(SUPPORT_PHONE) }} />
}
