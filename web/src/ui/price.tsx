// "Gratuit", the lowest price, or why there is none to pay: copper for what costs, malachite for what is free. What costs and
// shows none of its types, because a code opens them, has no price to show.
import { formatPrice, lowestPrice, whyNotOnSale } from '@/lib/money'

type PriceProps = {
  types: readonly { price: number; devise: string; available_tickets: number; state: string }[]
  free: boolean
  className: string
}

export function Price({ types, free, className }: PriceProps) {
  const lowest = lowestPrice(types)
  const shut = whyNotOnSale(types)
  const tone = lowest ? (shut ? 'text-muted' : 'text-copper') : 'text-malachite'
  return (
    <span className={`figures whitespace-nowrap ${tone} ${className}`}>
      {lowest && types.length > 1 && !shut && <span className="sr-only">À partir de </span>}
      {shut ?? (lowest ? formatPrice(lowest.price, lowest.devise) : free && 'Gratuit')}
    </span>
  )
}
