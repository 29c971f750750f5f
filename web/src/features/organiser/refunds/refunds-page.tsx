// /dash/events/{id}/refunds: what holders ask for, what went wrong, what goes back and what has.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { useFocusHome } from '@/ui/use-focus-home'
import { CancellationProgress } from '../disruptions/cancellation-progress'
import type { OrganisedEvent } from '../organised-event'
import { openRequestsQuery, refundsQuery, refundsUnderWayQuery } from './queries'
import { RefundSection } from './refund-section'
import { RequestSection } from './request-section'

export default function RefundsPage({ event }: { event: OrganisedEvent }) {
  const title = useRef<HTMLHeadingElement>(null)
  const requests = useInfiniteQuery(openRequestsQuery(event.id))
  const failed = useInfiniteQuery(refundsQuery(event.id, 'failed'))
  const byHand = useInfiniteQuery(refundsQuery(event.id, 'by_hand'))
  const underWay = useInfiniteQuery(refundsUnderWayQuery(event.id))
  const done = useInfiniteQuery(refundsQuery(event.id, 'done'))
  const all = [requests, failed, byHand, underWay, done]
  const counts = all.map(({ data }) => data?.pages[0]?.count ?? 0)
  const unread = all.filter(({ isLoadingError }) => isLoadingError)
  // Whatever is dealt with leaves its section, and its buttons with it.
  useFocusHome(title, (counts[0] ?? 0) + (counts[1] ?? 0) + (counts[2] ?? 0))
  return (
    <div className="grid grid-cols-1 gap-6">
      <h2 ref={title} tabIndex={-1} className="text-2xl">
        Remboursements
      </h2>
      {event.cancelled && <CancellationProgress event={event} onPage="refunds" />}
      {unread.length > 0 && (
        <ErrorState
          title="Les remboursements n'ont pas pu être chargés."
          onRetry={() => unread.forEach(({ refetch }) => void refetch())}
          busy={unread.some(({ isFetching }) => isFetching)}
        />
      )}
      <RequestSection event={event} query={requests} />
      <RefundSection event={event} state="failed" query={failed} />
      <RefundSection event={event} state="by_hand" query={byHand} />
      <RefundSection event={event} state="requested" query={underWay} />
      <RefundSection event={event} state="done" query={done} />
      {all.some(({ isPending }) => isPending) && <Skeletons />}
      {all.every(({ isSuccess }) => isSuccess) && counts.every((count) => count === 0) && (
        <EmptyState title="Aucun remboursement">
          Vous remboursez un billet depuis « Participants », ou tout un achat depuis « Paiements ». Les
          demandes de vos participants arrivent ici.
        </EmptyState>
      )}
    </div>
  )
}

function Skeletons() {
  return (
    <div className="grid gap-3">
      <LoadingStatus />
      <Skeleton className="h-32 rounded-3xl" />
      <Skeleton className="h-32 rounded-3xl" />
    </div>
  )
}
