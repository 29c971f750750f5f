import { formatAmount, formatPrice } from '@/lib/money'
import { Badge } from '@/ui/badge'
import type { TicketType } from '../queries'

const STATES: Partial<Record<TicketType['state'], string>> = {
  soon: 'Pas encore en vente',
  waiting: 'Après le précédent',
  over: 'Vente terminée',
  closed: 'Vente fermée',
  sold_out: 'Épuisé',
}

/** What is sold and left of each type. */
export function TypesList({ types }: { types: readonly TicketType[] }) {
  if (types.length === 0) return <p className="text-muted">Entrée gratuite : aucun billet à vendre.</p>
  return (
    <ul className="divide-y divide-line">
      {types.map((type) => (
        <li key={type.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span className="min-w-0 break-words">
              {type.label} {STATES[type.state] && <Badge tone="amber">{STATES[type.state]}</Badge>}{' '}
              {type.hidden && <Badge tone="outline">Caché : {type.access_code}</Badge>}
            </span>
            <span className="text-copper tabular-nums">{formatPrice(type.price, type.devise)}</span>
          </p>
          <p className="text-sm text-muted tabular-nums">
            {counted(type.sold_tickets, 'vendu')} · {counted(type.available_tickets, 'disponible')} sur{' '}
            {formatAmount(type.nbr_max)}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** French says zero in the singular. */
function counted(amount: number, word: string): string {
  return `${formatAmount(amount)} ${word}${amount > 1 ? 's' : ''}`
}
