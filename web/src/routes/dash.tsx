// The door of the protected area. Guarded in the browser only: the server sends an empty shell for it.
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useAuthStore } from '@/features/accounts/auth-store'

export const Route = createFileRoute('/dash')({
  // Too small for a file of its own, which "Mes billets" would need offline, too.
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => {
    if (import.meta.env.SSR || useAuthStore.getState().user) return
    throw redirect({ to: '/login', search: { redirect: location.href } })
  },
  component: Dash,
})

/** Another person, signed in by another tab, gets screens of their own: nothing shown or typed before is theirs. */
function Dash() {
  const userId = useAuthStore((state) => state.user?.id)
  return <Outlet key={userId} />
}
