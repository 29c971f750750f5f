import { createFileRoute } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { MyEventsPage } from '@/features/events/organising/my-events-page'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/events/')({ component: MyEvents })

function MyEvents() {
  usePageTitle('Mes évènements')
  const signedIn = useAuthStore((state) => state.user !== null)
  return signedIn && <MyEventsPage />
}
