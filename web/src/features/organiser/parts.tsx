// The parts of an event's space beside its overview, each fetched when it is opened.
import { type ComponentType, lazy, Suspense } from 'react'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import type { PartProps } from './part-props'

type Page = { title: string; Page: ComponentType<PartProps> }

const PARTS = {
  attendees: { title: 'Participants', Page: lazy(() => import('./attendees/attendees-page')) },
  payments: { title: 'Paiements', Page: lazy(() => import('./payments/payments-page')) },
  refunds: { title: 'Remboursements', Page: lazy(() => import('./refunds/refunds-page')) },
  'promo-codes': { title: 'Codes promo', Page: lazy(() => import('./promo-codes/promo-codes-page')) },
  'waiting-list': { title: "Liste d'attente", Page: lazy(() => import('./waiting-list/waiting-list-page')) },
  invitations: { title: 'Invitations', Page: lazy(() => import('./invitations/invitations-page')) },
  messages: { title: 'Messages', Page: lazy(() => import('./messages/messages-page')) },
  team: { title: 'Équipe', Page: lazy(() => import('./team/team-page')) },
  settlement: { title: 'Règlement', Page: lazy(() => import('./settlement/settlement-page')) },
  audit: { title: 'Journal', Page: lazy(() => import('./audit/audit-page')) },
} as const satisfies Record<string, Page>

export type PartName = keyof typeof PARTS

export function isPart(name: string): name is PartName {
  return Object.hasOwn(PARTS, name)
}

export function titleOf(part: PartName): string {
  return PARTS[part].title
}

export function EventPart({ part, ...props }: PartProps & { part: PartName }) {
  const { Page }: Page = PARTS[part]
  return (
    <Suspense fallback={<PartSkeleton />}>
      <Page {...props} />
    </Suspense>
  )
}

function PartSkeleton() {
  return (
    <div className="grid gap-4">
      <LoadingStatus />
      <Skeleton className="h-80 rounded-3xl" />
    </div>
  )
}
