import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'
import { readDevice } from '@/features/door/gate/device'

// The installed app's shortcut: to the gate where this phone stood last, with or without network.
export const Route = createFileRoute('/dash/scan')({ component: LastGate })

function LastGate() {
  const user = useAuthStore((state) => state.user)
  if (!user) return null
  const { lastEvent } = readDevice()
  if (lastEvent === null) return <Navigate to="/dash/events" replace />
  return <Navigate to="/dash/events/$eventId/scan" params={{ eventId: String(lastEvent) }} replace />
}
