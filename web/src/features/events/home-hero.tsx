// The first screen: what Tukio is for, a search box, the quickest ways in, and on wide screens the next three posters.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { formatWhen } from '@/lib/dates'
import { TOWNS } from '@/lib/fixed-lists'
import { useNow } from '@/lib/now'
import { bandsPicture } from '@/lib/pictures'
import { readSearch } from '@/lib/search-schema'
import { Hero } from '@/ui/hero'
import { SearchButton } from '@/ui/search-button'
import { EventPicture } from './event-picture'
import { type EventFilters, eventFiltersSchema } from './filters'
import { homeQueries } from './queries'

const SHORTCUTS: { label: string; search: EventFilters }[] = [
  { label: "Aujourd'hui", search: { date_range: 'today' } },
  { label: 'Demain', search: { date_range: 'tomorrow' } },
  { label: 'Cette semaine', search: { date_range: 'week' } },
  { label: 'Gratuit', search: { is_free: 'true' } },
]

export function HomeHero() {
  return (
    <Hero picture={bandsPicture('Concerts', 8)} className="py-10 md:py-16 lg:py-20" aside={<Posters />}>
      <p className="text-sm text-night-muted md:text-[0.9375rem]">{TOWNS.join(' · ')}</p>
      <h1 className="mt-3 text-[clamp(2.25rem,1.2rem+4.6vw,4rem)] leading-[1.03] font-extrabold tracking-[-0.025em]">
        Ce soir, il se passe quelque chose près de vous.
      </h1>
      <SearchBox />
      <ul className="rail -mx-4 mt-4 scroll-px-4 justify-start gap-2 px-4 pb-1 md:mx-0 md:px-0">
        {SHORTCUTS.map((shortcut) => (
          <li key={shortcut.label}>
            <Link
              to="/events"
              search={shortcut.search}
              className="flex min-h-11 items-center rounded-full border border-on-night/30 whitespace-nowrap bg-night/40 px-4 text-[0.9375rem] font-semibold transition-colors hover:border-on-night hover:bg-night/70"
            >
              {shortcut.label}
            </Link>
          </li>
        ))}
      </ul>
    </Hero>
  )
}

function SearchBox() {
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    navigate({ to: '/events', search: readSearch(eventFiltersSchema, { name }) })
  }

  return (
    <form
      action="/events"
      onSubmit={search}
      className="mt-7 flex gap-2 rounded-2xl bg-card p-2 text-ink shadow-lift-high focus-within:outline-3 focus-within:outline-copper-light md:rounded-[1.25rem]"
    >
      <label className="flex min-w-0 flex-1 items-center gap-3 pl-2 sm:pl-3">
        <Search className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
        <span className="sr-only">Chercher votre évènement</span>
        <input
          type="search"
          name="name"
          maxLength={100}
          placeholder="Chercher votre évènement..."
          className="min-h-11 w-full min-w-0 bg-transparent text-base outline-none"
        />
      </label>
      <SearchButton />
    </form>
  )
}

const LEANING = [
  'z-20 right-16 top-10 w-84 -rotate-2 hover:rotate-0',
  'z-10 right-2 top-0 w-76 rotate-5',
  'right-28 top-[11.5rem] w-76 -rotate-8',
]

/** Decoration made of real events: the same ones stand in text below, so it is hidden from assistive technology. */
function Posters() {
  const now = useNow()
  const { data } = useQuery(homeQueries(now).next)
  const events = data?.results.slice(0, 3) ?? []
  return (
    <div aria-hidden="true" className="relative h-96 w-104 shrink-0 max-lg:hidden">
      {events.map((event, index) => (
        <Link
          key={event.id}
          to="/events/$eventId"
          params={{ eventId: String(event.id) }}
          tabIndex={-1}
          className={`absolute overflow-hidden rounded-3xl bg-card text-ink shadow-lift-high transition-transform duration-250 ${LEANING[index]}`}
        >
          <EventPicture event={event} />
          {index === 0 && (
            <span className="grid gap-1 px-5 py-4">
              <span className="line-clamp-1 font-display text-xl font-bold">{event.name}</span>
              <span className="text-[0.9375rem] text-muted">
                {`${formatWhen(event.started_at, event.hour, event.town, now)} · ${event.town}`}
              </span>
            </span>
          )}
        </Link>
      ))}
    </div>
  )
}
