// Under an event: others of its kind. They are an extra: when they can't be had, the page ends without them.
import { useQuery } from '@tanstack/react-query'
import { EventCard } from './event-card'
import { similarQuery } from './queries'

export function SimilarEvents({ eventId }: { eventId: number }) {
  const events = useQuery(similarQuery(eventId)).data?.results ?? []
  if (events.length === 0) return null
  return (
    <section aria-labelledby="similar" className="wrap pb-10 lg:pb-20">
      <h2 id="similar" className="mb-4 text-2xl md:text-3xl">
        Évènements similaires
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4 xl:gap-5">
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}
