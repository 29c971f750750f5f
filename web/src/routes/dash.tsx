// The door of the protected area. Guarded in the browser only: the server sends an empty shell for it.
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'

export const Route = createFileRoute('/dash')({
  beforeLoad: ({ location }) => {
    if (import.meta.env.SSR || useAuthStore.getState().user) return
    throw redirect({ to: '/login', search: { redirect: location.href } })
  },
})
