// /dash/events/{id}: what to do first, then figures that move by themselves, then curves.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNow } from '@/lib/now'
import { useLiveStats } from '../live/use-live-stats'
import type { OrganisedEvent } from '../organised-event'
import { adviceFor } from './advice'
import { AdviceList } from './advice-list'
import { EntriesCard } from './entries-card'
import { Figures } from './figures'
import { LastPurchases } from './last-purchases'
import { LiveNote } from './live-note'
import { salesQuery } from './queries'
import { SalesCard } from './sales-card'
import { ChannelsCard, FunnelCard, TypesCard } from './split-cards'
import { useFreshFigures } from './use-fresh-figures'

type OverviewProps = {
  event: OrganisedEvent
  /** What can be done with the event as a whole. */
  actions: ReactNode
  /** What else there is to see of it, below the figures. */
  children: ReactNode
}

export function Overview({ event: known, actions, children }: OverviewProps) {
  const { stats, isLive } = useLiveStats(known.id, known.stats)
  useFreshFigures(known.id, stats)
  const event = { ...known, stats }
  const { data: sales } = useQuery(salesQuery(event.id, 'day'))
  const now = useNow()
  const sells = stats.total_tickets > 0
  return (
    <div className="grid grid-cols-1 gap-5">
      <AdviceList advice={adviceFor(event, sales, now)} />
      <div className="grid gap-2">
        <Figures event={event} sales={sales} now={now} />
        <LiveNote isLive={isLive} />
      </div>
      {actions}
      {sells && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
          <SalesCard event={event} />
          {sales && <FunnelCard funnel={sales.funnel} />}
        </div>
      )}
      {sells && sales && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {sales.types.length > 0 && <TypesCard types={sales.types} />}
          {sales.channels.length > 0 && <ChannelsCard channels={sales.channels} />}
          <EntriesCard entries={sales.entries} town={event.town} />
        </div>
      )}
      {sells && <LastPurchases eventId={event.id} />}
      {children}
    </div>
  )
}
