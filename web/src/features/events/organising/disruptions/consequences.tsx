// What cancelling means, as figures.
import { counted } from '@/lib/counted'
import { formatAmount, formatPrice } from '@/lib/money'
import type { CancellationPreview } from './queries'

export function Consequences({ preview }: { preview: CancellationPreview }) {
  const { tickets, refunds, cash, holders, unreachable } = preview
  if (tickets === 0) return <p>Aucun billet n'est vendu : il n'y a personne à rembourser.</p>
  const lines = [
    { label: 'Billets qui ne seront plus valables', value: formatAmount(tickets) },
    { label: 'Rendu aux acheteurs', value: sum(refunds) },
    { label: 'Espèces à rendre par vous-même', value: sum(cash) },
    { label: 'Prévenus par e-mail', value: counted(holders - unreachable, 'personne') },
  ]
  return (
    <div className="grid gap-3 rounded-2xl bg-sunken p-4">
      <dl className="grid gap-1.5">
        {lines
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
      {unreachable > 0 && (
        <p className="text-sm font-medium text-amber">
          {unreachable > 1
            ? `${formatAmount(unreachable)} personnes n'ont pas laissé d'adresse e-mail : prévenez-les vous-même.`
            : "Une personne n'a pas laissé d'adresse e-mail : prévenez-la vous-même."}
        </p>
      )}
    </div>
  )
}

function sum(amounts: CancellationPreview['refunds']): string {
  return amounts
    .filter(({ amount }) => amount > 0)
    .map(({ amount, currency }) => formatPrice(amount, currency))
    .join(' + ')
}
