import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuthStore } from '@/features/accounts/auth-store'
import { eventInAddress } from '@/features/door/gate/last-gate'
import { ScanScreen } from '@/features/door/screen/scan-screen'

import { keepDoorForOffline } from '@/lib/offline-app'
import { usePageTitle } from '@/lib/page-title'

export const Route = createFileRoute('/dash/events/$eventId/scan')({
  // The loader too: public pages shouldn't carry it.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ params }) => eventInAddress(params.eventId),
  component: Scan,
})

function Scan() {
  usePageTitle('Contrôle des billets')
  useEffect(keepDoorForOffline, [])
  const eventId = Route.useLoaderData()
  const user = useAuthStore((state) => state.user)
  const navigate = Route.useNavigate()
  if (!user) return null
  return (
    <ScanScreen
      key={eventId}
      eventId={eventId}
      person={{ id: user.id, name: user.username }}
      onLeave={() => navigate({ to: '/dash/events' })}
    />
  )
}
