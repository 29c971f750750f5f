// What was taken in cash: one's own for who only stands at the door, everybody's for who organises.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CashSum } from '@/api/generated/types.gen'
import { formatPrice } from '@/lib/money'
import { takingsQuery } from './queries'
import type { OfflineSale } from './sale'

export function Takings({ eventId, pending }: { eventId: number; pending: readonly OfflineSale[] }) {
  const { data, refetch } = useQuery(takingsQuery(eventId))
  const { length: waiting } = pending
  // What waited has arrived: then it is among the others.
  useEffect(() => void (waiting === 0 && refetch()), [waiting, refetch])
  return (
    <section aria-labelledby="takings-title" className="grid gap-2 border-t border-line pt-4">
      <h3 id="takings-title" className="text-lg">
        Encaissé à la porte
      </h3>
      {pending.length > 0 && (
        <p className="rounded-2xl bg-amber-soft p-3 font-semibold">
          {pending.length > 1 ? `${pending.length} ventes` : '1 vente'} de ce téléphone à envoyer :{' '}
          {words(sumsOf(pending))}
        </p>
      )}
      {data?.sellers.length === 0 && pending.length === 0 && (
        <p className="text-muted">Rien pour le moment.</p>
      )}
      {data && data.sellers.length > 0 && (
        <ul className="grid gap-2">
          {data.sellers.map(({ seller, totals, tickets }) => (
            <li key={seller} className="flex flex-wrap justify-between gap-x-3">
              <span className="min-w-0 break-words">
                {seller}{' '}
                <span className="text-muted">
                  · {tickets} {tickets > 1 ? 'billets' : 'billet'}
                </span>
              </span>
              <span className="ml-auto text-right font-bold tabular-nums">{words(totals)}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.sellers.length > 1 && (
        <p className="flex flex-wrap justify-between gap-x-3 border-t border-line pt-2 font-bold">
          <span>Total</span>
          <span className="ml-auto text-right tabular-nums">{words(data.totals)}</span>
        </p>
      )}
      {!data && pending.length === 0 && <p className="text-muted">Il faut le réseau pour voir les ventes.</p>}
    </section>
  )
}

/** In the order in which the server tells them. */
const CURRENCIES: readonly CashSum['currency'][] = ['USD', 'CDF']

function sumsOf(sales: readonly OfflineSale[]): CashSum[] {
  return CURRENCIES.flatMap((currency) => {
    const ofCurrency = sales.filter((sale) => sale.currency === currency)
    const amount = ofCurrency.reduce((sum, sale) => sum + sale.amount, 0)
    return ofCurrency.length > 0 ? [{ currency, amount: String(amount) }] : []
  })
}

function words(sums: readonly CashSum[]): string {
  return sums.map(({ amount, currency }) => formatPrice(Number(amount), currency)).join(' · ')
}
