// The statement of one currency, from what was sold to what is due.
import { useId } from 'react'
import { counted } from '@/lib/counted'
import { formatPrice } from '@/lib/money'
import type { CurrencySettlement } from './queries'

export function Statement({ settlement }: { settlement: CurrencySettlement }) {
  const id = useId()
  const { currency, sold, refunded, fees, due, online, cash, tickets, refunded_tickets } = settlement
  const lines = [
    { label: 'Vendu', note: counted(tickets, 'billet'), amount: sold },
    {
      label: 'Rendu aux acheteurs',
      note: refunded_tickets > 0 && counted(refunded_tickets, 'billet'),
      amount: -refunded,
    },
    { label: 'Reste', amount: online + cash },
    { label: 'Dont espèces à la porte', note: 'déjà chez vous', amount: cash },
    { label: 'Dont paiements en ligne', amount: online },
    { label: 'Frais', amount: -fees },
  ]
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-3xl bg-card p-5 shadow-lift md:p-7"
    >
      <h3 id={id} className="text-xl">
        {currency}
      </h3>
      <dl className="divide-y divide-line">
        {lines.map(({ label, note, amount }) => (
          <div key={label} className="flex items-baseline justify-between gap-x-4 py-2.5 first:pt-0">
            <dt>
              {label}
              {note && <span className="text-sm text-muted"> · {note}</span>}
            </dt>
            <dd className="shrink-0 tabular-nums">{formatPrice(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-3 font-semibold">
        À vous verser{' '}
        <span className="font-display text-2xl font-bold text-copper tabular-nums">
          {formatPrice(due, currency)}
        </span>
      </p>
    </section>
  )
}
