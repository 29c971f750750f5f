// The bar at the thumb on phones: the price, and the way to what one does next.
import { lowestPrice, whyNotOnSale } from '@/lib/money'
import { buttonClass } from '@/ui/button'
import { Price } from '@/ui/price'
import { directionsTo } from './event-facts'
import type { Event } from './queries'

type EventBarProps = { event: Event; target: string; onTickets: () => void }

export function EventBar({ event, target, onTickets }: EventBarProps) {
  const { ttype: types, is_free: free } = event
  const several = new Set(types.map((type) => type.price)).size > 1
  const shut = whyNotOnSale(types)
  const caption = shut ? 'Entrée' : several && lowestPrice(types) ? 'À partir de' : 'Billet'
  return (
    <div className="print-hidden sticky bottom-0 z-10 flex items-center justify-between gap-3 border-t border-line bg-card px-4 md:px-8 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden">
      {free ? (
        <>
          <p className="font-semibold text-malachite">Entrée libre</p>
          {/* Nothing to buy: what is left to do is to be there. */}
          <span className="flex gap-2">
            <a href={`/events/${event.id}/calendar.ics`} className={buttonClass({ variant: 'outline' })}>
              Calendrier
            </a>
            <a href={directionsTo(event)} target="_blank" rel="noreferrer" className={buttonClass()}>
              Itinéraire
            </a>
          </span>
        </>
      ) : (
        <>
          <p className="grid">
            <span className="text-[0.8125rem] text-muted">{caption}</span>
            <Price types={types} free={false} className="text-[1.375rem] leading-tight" />
          </p>
          <a href={`#${target}`} onClick={onTickets} className={buttonClass({ size: 'lg' })}>
            {shut ? 'Voir les billets' : 'Choisir un billet'}
          </a>
        </>
      )}
    </div>
  )
}
