import { formatAmount } from '@/lib/money'
import type { MyEvent } from './queries'

/** How many tickets are sold of how many. */
export function SalesBar({ event }: { event: MyEvent }) {
  const { sold_tickets: sold, total_tickets: total } = event.stats
  if (total === 0) return <p className="text-sm text-muted">Entrée gratuite</p>
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-muted tabular-nums">
        {formatAmount(sold)} / {formatAmount(total)} billets vendus
      </p>
      <progress
        aria-label="Billets vendus"
        max={total}
        value={sold}
        className="block h-1.5 w-full overflow-hidden rounded-full bg-line accent-malachite"
      />
    </div>
  )
}
