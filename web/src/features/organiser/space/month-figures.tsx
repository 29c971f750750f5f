import { counted } from '@/lib/counted'
import { monthName } from '@/lib/dates'
import { formatAmount, formatPrice } from '@/lib/money'
import type { Space } from './queries'

/** What came in this month, in each currency, and who follows. */
export function MonthFigures({
  money,
  followers,
  following,
}: Pick<Space, 'money' | 'followers' | 'following'>) {
  const month = monthName(Number(money.month.slice(5)) - 1)
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      {(['USD', 'CDF'] as const).map((currency) => (
        <div key={currency} className="grid content-start gap-1 rounded-2xl bg-card p-4 shadow-lift">
          <dt className="text-sm text-muted">Recettes en {currency}</dt>
          <dd className="font-display text-2xl font-bold break-words tabular-nums">
            {formatPrice(money[currency], currency)}
          </dd>
          <dd className="text-sm text-muted">en {month}, après remboursements</dd>
        </div>
      ))}
      <div className="grid content-start gap-1 rounded-2xl bg-card p-4 shadow-lift max-lg:col-span-2">
        <dt className="text-sm text-muted">Abonnés</dt>
        <dd className="font-display text-2xl font-bold tabular-nums">{formatAmount(followers)}</dd>
        <dd className="text-sm text-muted tabular-nums">vous suivez {counted(following, 'personne')}</dd>
      </div>
    </dl>
  )
}
