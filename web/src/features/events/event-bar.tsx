// The bar at the thumb on phones: the price, and the way to what one does next. Once a ticket is chosen it sends the choice
// itself, and steps aside for the button that does the same.
import { useEffect, useState } from 'react'
import { CHOICE_FORM, TICKETS_ID } from '@/lib/kept-choice'
import { lowestPrice, whyNotOnSale } from '@/lib/money'
import { Button, buttonClass } from '@/ui/button'
import { Price } from '@/ui/price'
import { directionsTo } from './event-facts'
import type { Wanted } from './event-tickets'
import type { Event } from './queries'

type EventBarProps = { event: Event; wanted: Wanted | null; onTickets: () => void }

export function EventBar({ event, wanted, onTickets }: EventBarProps) {
  const isAside = useButtonSeen(wanted !== null)
  return (
    <div
      className={`print-hidden sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-4 md:px-8 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden ${isAside ? 'invisible' : ''}`}
    >
      {event.is_free ? (
        <WayThere event={event} />
      ) : wanted ? (
        <>
          <p className="min-w-0 grow basis-24 truncate font-semibold">
            {wanted.quantity} × {wanted.label}
          </p>
          <Button type="submit" form={CHOICE_FORM} size="lg" className="shrink-0">
            Payer {wanted.total}
          </Button>
        </>
      ) : (
        <WayToTickets event={event} onTickets={onTickets} />
      )}
    </div>
  )
}

/** Nothing to buy: what is left to do is to be there. */
function WayThere({ event }: { event: Event }) {
  return (
    <>
      <p className="font-semibold text-malachite">Entrée libre</p>
      <span className="flex gap-2">
        <a href={`/events/${event.id}/calendar.ics`} className={buttonClass({ variant: 'outline' })}>
          Calendrier
        </a>
        <a href={directionsTo(event)} target="_blank" rel="noreferrer" className={buttonClass()}>
          Itinéraire
        </a>
      </span>
    </>
  )
}

function WayToTickets({ event, onTickets }: Omit<EventBarProps, 'wanted'>) {
  const { ttype: types } = event
  const several = new Set(types.map((type) => type.price)).size > 1
  const shut = whyNotOnSale(types)
  const caption = shut ? 'Entrée' : several && lowestPrice(types) ? 'À partir de' : 'Billet'
  return (
    <>
      <p className="grid">
        <span className="text-[0.8125rem] text-muted">{caption}</span>
        <Price types={types} free={false} className="text-[1.375rem] leading-tight" />
      </p>
      <a href={`#${TICKETS_ID}`} onClick={onTickets} className={buttonClass({ size: 'lg' })}>
        {shut ? 'Voir les billets' : 'Choisir un billet'}
      </a>
    </>
  )
}

/** Whether the button that the bar stands for is on the screen. */
function useButtonSeen(isThere: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const button = document.querySelector(`#${CHOICE_FORM} [type=submit]`)
    if (!isThere || !button) return
    const observer = new IntersectionObserver(([entry]) => setSeen(!!entry?.isIntersecting))
    observer.observe(button)
    return () => {
      observer.disconnect()
      setSeen(false)
    }
  }, [isThere])
  return isSeen
}
