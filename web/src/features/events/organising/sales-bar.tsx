import { formatAmount } from '@/lib/money'
import type { MyEvent } from './queries'

/** How many tickets are sold of how many, and once the doors are open how many came: in words, and as bars to compare. */
export function SalesBar({ event: { stats } }: { event: MyEvent }) {
  const { sold_tickets: sold, total_tickets: total, scanned_tickets: entered } = stats
  if (total === 0) return <p className="text-sm text-muted">Entrée gratuite</p>
  return (
    <div className="grid gap-2.5">
      <Bar percent={stats.progress} colour="bg-malachite">
        {formatAmount(sold)} / {formatAmount(total)} billets vendus
      </Bar>
      {entered > 0 && (
        <Bar percent={stats.scan_progress} colour="bg-copper">
          {formatAmount(entered)} / {formatAmount(sold)} entrées
        </Bar>
      )}
    </div>
  )
}

function Bar({ percent, colour, children }: { percent: number; colour: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-muted tabular-nums">{children}</p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
        <div style={{ width: `${percent}%` }} className={`h-full rounded-full ${colour}`} />
      </div>
    </div>
  )
}
