// The frame of every page: a way past the header, the header, the page, the footer, the toasts.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AccountMenu } from '@/features/accounts/account-menu'
import { useAuthStore } from '@/features/accounts/auth-store'
import { Footer } from '@/features/site/footer'
import { NotFoundPage } from '@/features/site/not-found-page'
import { isAccountPage } from '@/lib/account-pages'
import { usePageTitle } from '@/lib/page-title'
import { Header } from '@/ui/header'
import { followTheme } from '@/ui/theme'
import { Toaster } from '@/ui/toast'
import { RouteAnnouncer } from './-route-announcer'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; now: number; age?: number }>()({
  component: Frame,
  notFoundComponent: NotFound,
})

function Frame() {
  // Of the page that is shown: the next one may still be on its way, and the header must not come before it.
  const pathname = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const waits = useRouterState({ select: (state) => state.isLoading })
  const user = useAuthStore((state) => state.user)
  useEffect(followTheme, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-xl focus:bg-card focus:px-4 focus:py-3 focus:shadow-lift-high"
      >
        Aller au contenu
      </a>
      {!isAccountPage(pathname) && <Header account={user ? <AccountMenu user={user} /> : undefined} />}
      <main
        id="main"
        tabIndex={-1}
        data-waits={waits || undefined}
        className="flex flex-1 flex-col outline-none"
      >
        <Outlet />
      </main>
      <Footer />
      <RouteAnnouncer />
      <Toaster />
    </div>
  )
}

function NotFound() {
  usePageTitle('Page non trouvée')
  return <NotFoundPage />
}
