import { createFileRoute, redirect } from '@tanstack/react-router'
import { signOut } from '@/features/accounts/session'

export const Route = createFileRoute('/logout')({
  preload: false,
  beforeLoad: () => {
    if (import.meta.env.SSR) return
    signOut()
    throw redirect({ to: '/login', replace: true })
  },
})
