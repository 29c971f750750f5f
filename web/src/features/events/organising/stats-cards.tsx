import { formatAmount, formatPrice } from '@/lib/money'
import type { MyEvent } from './queries'

/** The figures an organiser looks at first. A free event has no sales to tell of. */
export function StatsCards({ event }: { event: MyEvent }) {
  const { stats } = event
  if (stats.total_tickets === 0) return null
  const revenue = Object.entries(stats.revenue_by_currency).map(([code, amount]) => formatPrice(amount, code))
  const cards = [
    {
      label: 'Billets vendus',
      value: formatAmount(stats.sold_tickets),
      text: `${percent(stats.progress)} du total`,
    },
    {
      label: 'Billets disponibles',
      value: formatAmount(stats.available_tickets),
      text: `sur ${formatAmount(stats.total_tickets)}`,
    },
    { label: 'Recettes', value: revenue.join(' + ') || '0', text: 'après remboursements' },
    {
      label: 'Entrées contrôlées',
      value: formatAmount(stats.scanned_tickets),
      text: `${percent(stats.scan_progress)} des billets vendus`,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {cards.map(({ label, value, text }) => (
        <div key={label} className="grid content-start gap-1 rounded-2xl bg-card p-4 shadow-lift">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl font-bold break-words tabular-nums">{value}</dd>
          <dd className="text-sm text-muted tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function percent(value: number): string {
  return `${String(value).replace('.', ',')} %`
}
