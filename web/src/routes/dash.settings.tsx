import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { useAuthStore } from '@/features/accounts/auth-store'
import { profileQuery } from '@/features/accounts/own-profile'
import { SettingsScreen } from '@/features/accounts/settings/settings-screen'
import { usePageTitle } from '@/lib/page-title'
import { param, searchSchema } from '@/lib/search-schema'

export const Route = createFileRoute('/dash/settings')({
  // The loader too: public pages shouldn't carry the queries of the settings.
  codeSplitGroupings: [['loader', 'component']],
  // The first tab needs no mention in the address.
  validateSearch: searchSchema({
    tab: param(v.picklist(['prestataire', 'securite', 'apparence', 'donnees'])),
  }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(profileQuery())
  },
  component: Settings,
})

function Settings() {
  usePageTitle('Paramètres')
  const signedIn = useAuthStore((state) => state.user !== null)
  const { tab = 'profil' } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!signedIn) return null
  return (
    <SettingsScreen
      tab={tab}
      onSelect={(chosen) =>
        navigate({ search: chosen === 'profil' ? {} : { tab: chosen }, resetScroll: false })
      }
      onDeleted={() => navigate({ to: '/', replace: true })}
    />
  )
}
