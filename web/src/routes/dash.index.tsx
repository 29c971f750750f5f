import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuthStore } from '@/features/accounts/auth-store'
import { SpaceScreen } from '@/features/organiser/space/space-screen'
import { keepAppForOffline } from '@/lib/offline-app'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/')({ component: MySpace })

function MySpace() {
  usePageTitle('Mon espace')
  useEffect(keepAppForOffline, [])
  const user = useAuthStore((state) => state.user)
  return user && <SpaceScreen user={user} />
}
