// "Gratuit", the lowest price, or why there is none to pay: copper for what costs, malachite for what is free.
import { formatPrice, lowestPrice, whyNotOnSale } from '@/lib/money'

type PriceProps = {
  types: readonly { price: number; devise: string; available_tickets: number; closed?: boolean }[]
  /** The ground it stands on: the page's, or a picture's dark shade. */
  on?: 'page' | 'night'
  className?: string
}

export function Price({ types, on = 'page', className = '' }: PriceProps) {
  const lowest = lowestPrice(types)
  const shut = whyNotOnSale(types)
  const tone = lowest ? (shut ? 'text-muted' : 'text-copper') : 'text-malachite'
  return (
    <span className={`figures whitespace-nowrap ${on === 'night' ? 'text-copper-light' : tone} ${className}`}>
      {lowest && types.length > 1 && !shut && <span className="sr-only">À partir de </span>}
      {shut ?? (lowest ? formatPrice(lowest.price, lowest.devise) : 'Gratuit')}
    </span>
  )
}
