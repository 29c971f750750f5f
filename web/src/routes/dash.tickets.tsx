import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { useAuthStore } from '@/features/accounts/auth-store'
import { TicketsPage } from '@/features/box-office/tickets/tickets-page'
import { keepAppForOffline } from '@/lib/offline-app'
import { usePageTitle } from '@/lib/page-title'
import { param, searchSchema } from '@/lib/search-schema'

type TicketsSearch = { when?: 'past'; ticket?: string }

export const Route = createFileRoute('/dash/tickets')({
  validateSearch: searchSchema({
    when: param(v.picklist(['past'])),
    ticket: param(v.pipe(v.string(), v.minLength(1))),
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
