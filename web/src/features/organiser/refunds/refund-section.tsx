// The refunds that stand alike, the latest first. There is no section for what there is none of.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { formatAmount } from '@/lib/money'
import { eachOnce, ListFoot } from '@/ui/endless-list'
import type { OrganisedEvent } from '../organised-event'
import type { Refund, RefundState } from './queries'
import { RefundCard } from './refund-card'
import { SECTIONS } from './words'

type Pages = InfiniteData<{ count: number; results: Refund[] }>

type RefundSectionProps = {
  event: OrganisedEvent
  state: RefundState
  query: UseInfiniteQueryResult<Pages>
}

export function RefundSection({ event, state, query }: RefundSectionProps) {
  const id = useId()
  const count = query.data?.pages[0]?.count
  if (!query.data || !count) return null
  const section: { title: string; lead?: string } = SECTIONS[state]
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div>
        <h3 id={id} className="text-xl">
          {section.title} <span className="text-muted tabular-nums">({formatAmount(count)})</span>
        </h3>
        {section.lead && <p className="text-muted">{section.lead}</p>}
      </div>
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {eachOnce(query.data).map((refund) => (
          <li key={refund.id}>
            <RefundCard event={event} refund={refund} />
          </li>
        ))}
      </ul>
      <ListFoot query={query} failed="La suite n'a pas pu être chargée." more="Voir plus" />
    </section>
  )
}
