// Where an event is, as a small map. Its drawing is heavier than the whole page: it is fetched when it comes near.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { SmallMapProps } from './map/small-map'
import type { Event } from './queries'

type SurroundingsProps = { event: Event; location: string }

export function EventSurroundings({ event, location }: SurroundingsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [SmallMap, setSmallMap] = useState<ComponentType<SmallMapProps> | null>(null)

  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      // Without the file the frame stays empty; the address and the way there stand above.
      import('./map/small-map').then((part) => setSmallMap(() => part.SmallMap)).catch(() => undefined)
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  return (
    <section aria-labelledby="place" className="mt-10 noscript:hidden">
      <h2 id="place" className="text-xl">
        Lieu
      </h2>
      <div ref={frame} className="mt-3 aspect-video max-w-xl overflow-hidden rounded-3xl bg-sunken">
        {SmallMap && <SmallMap location={location} town={event.town} category={event.category} />}
      </div>
    </section>
  )
}
