import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAuthStore } from '@/features/accounts/auth-store'
import type { When } from '@/features/box-office/tickets/queries'
import { TicketsPage } from '@/features/box-office/tickets/tickets-page'
import { keepAppForOffline } from '@/lib/offline-app'
import { usePageTitle } from '@/lib/page-title'

type TicketsSearch = { when?: When; ticket?: string }

export const Route = createFileRoute('/dash/tickets')({
  validateSearch: ({ when, ticket }: Record<string, unknown>): TicketsSearch => ({
    ...(when === 'past' && { when }),
    ...(typeof ticket === 'string' && ticket && { ticket }),
  }),
  component: Tickets,
})

function Tickets() {
  usePageTitle('Mes billets')
  useEffect(keepAppForOffline, [])
  const userId = useAuthStore((state) => state.user?.id)
  const { when = 'upcoming', ticket } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (userId === undefined) return null
  // The open ticket is in the address: the phone's back button closes it, and it survives a reload.
  const show = (search: TicketsSearch, replace = false) => navigate({ search, replace, resetScroll: false })
  return (
    <TicketsPage
      userId={userId}
      when={when}
      openId={ticket}
      onWhen={(chosen) => show(chosen === 'past' ? { when: chosen } : {}, true)}
      onOpen={(id) => show({ ...(when === 'past' && { when }), ticket: id }, ticket !== undefined)}
      onClose={() => show(when === 'past' ? { when } : {}, true)}
    />
  )
}
