import { formatAmount } from '@/lib/money'
import type { MyEvent } from './queries'

/** How many tickets are sold of how many: in words, and as a bar for those who compare. */
export function SalesBar({ event }: { event: MyEvent }) {
  const { sold_tickets: sold, total_tickets: total, progress } = event.stats
  if (total === 0) return <p className="text-sm text-muted">Entrée gratuite</p>
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-muted tabular-nums">
        {formatAmount(sold)} / {formatAmount(total)} billets vendus
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
        <div style={{ width: `${progress}%` }} className="h-full rounded-full bg-malachite" />
      </div>
    </div>
  )
}
