// /events: search, filters and the endless list. The address holds every filter; without scripts it is a plain GET form.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useRef } from 'react'
import { bandsPicture } from '@/lib/pictures'
import { ActiveFilters } from '@/ui/active-filters'
import { Hero } from '@/ui/hero'
import { useFilterForm } from '@/ui/use-filter-form'
import { EventsFilters } from './events-filters'
import { EventsResults } from './events-results'
import { EventsSearch } from './events-search'
import { readFilterForm } from './filter-form'
import { activeFilters, listTitle } from './filter-words'
import type { EventFilters } from './filters'
import { eventsListQuery } from './queries'

export function EventsPage({ filters: shown }: { filters: EventFilters }) {
  // Whoever narrows the list begins at its beginning.
  const { page: _, ...filters } = shown
  const formId = useId()
  const form = useFilterForm(shown, shownIn(filters))
  const title = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const active = activeFilters(filters)
  const focusTitle = () => title.current?.focus({ preventScroll: true })

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = readFilterForm(event.currentTarget, filters)
    // A range chosen by hand replaces the month that a link brought along.
    const { month, ...rest } = chosen
    navigate({ to: '/events', search: chosen.date_range ? rest : chosen, resetScroll: false })
  }

  return (
    <>
      <Hero picture={bandsPicture('Concerts', 5)} className="py-8 md:py-12">
        <h1 className="text-3xl font-extrabold md:text-5xl">Trouvez votre prochaine sortie</h1>
        <form
          ref={form}
          id={formId}
          action="/events"
          onSubmit={apply}
          className="mt-5 rounded-2xl bg-card p-2 text-ink shadow-lift-high md:mt-7 md:rounded-[1.25rem]"
        >
          <EventsSearch filters={filters} />
        </form>
      </Hero>
      <div className="wrap grid gap-6 py-6 md:py-10 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10">
        <EventsFilters
          formId={formId}
          filters={filters}
          found={useFound(shown)}
          onDone={() => title.current?.focus()}
        />
        <section aria-labelledby={`${formId}-results`} className="min-w-0">
          <h2 ref={title} id={`${formId}-results`} tabIndex={-1} className="text-2xl md:text-3xl">
            {listTitle(filters)}
          </h2>
          <ActiveFilters
            active={active.map(({ label, without }) => ({
              label,
              without: { to: '/events', search: without },
            }))}
            onRemove={focusTitle}
            reset={active.length > 1 && <ResetLink onReset={focusTitle} />}
          />
          <EventsResults filters={shown} />
        </section>
      </div>
    </>
  )
}

/** "Voir les 7 résultats": the list counts what it has read, and says so while there is more. */
function useFound(filters: EventFilters): string {
  const { data, hasNextPage } = useInfiniteQuery(eventsListQuery(filters))
  const count = data?.pages.reduce((sum, page) => sum + page.results.length, 0)
  if (count === undefined) return 'Voir les résultats'
  if (hasNextPage) return `Voir plus de ${count} résultats`
  if (count === 0) return 'Aucun résultat : fermer'
  return count === 1 ? 'Voir le résultat' : `Voir les ${count} résultats`
}

function ResetLink({ onReset }: { onReset: () => void }) {
  return (
    <Link
      to="/events"
      resetScroll={false}
      activeOptions={{ exact: true }}
      onClick={onReset}
      className="flex min-h-11 items-center px-2 text-[0.9375rem] text-muted underline underline-offset-4 hover:text-ink"
    >
      Tout effacer
    </Link>
  )
}

function shownIn(filters: EventFilters): Record<string, string> {
  return {
    name: filters.name ?? '',
    category: filters.category?.[0] ?? '',
    town: filters.town?.[0] ?? '',
    date_range: filters.date_range ?? 'all',
    is_free: filters.is_free ?? '',
  }
}
