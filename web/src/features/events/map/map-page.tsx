// /card: events to come on a map that ships with the product, with the same events as a list beside it.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { buttonClass } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { CategoryTownForm } from '../category-town-form'
import { MapBoard } from './map-board'
import { placeEvents } from './placed-events'
import { townBox } from './places'
import { mapQuery } from './queries'
import type { MapFilters } from './search'
import { COUNTRY_BOX } from './view'

export function MapPage({ filters }: { filters: MapFilters }) {
  const navigate = useNavigate()
  const query = useQuery(mapQuery(filters))
  const events = useMemo(() => placeEvents(query.data?.results ?? []), [query.data])
  const [town, ...otherTowns] = filters.town ?? []
  const home = useMemo(
    () => (town && otherTowns.length === 0 && townBox(town)) || COUNTRY_BOX,
    [town, otherTowns.length],
  )

  return (
    <div className="wrap grid gap-4 py-6 md:py-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl font-extrabold md:text-5xl">Carte des évènements</h1>
        <CategoryTownForm
          action="/card"
          filters={filters}
          onApply={(search) => navigate({ to: '/card', search, resetScroll: false })}
        />
      </div>
      {query.isError && !query.data && (
        <ErrorState
          title="Les évènements n'ont pas pu être chargés."
          onRetry={query.refetch}
          busy={query.isFetching}
        />
      )}
      <MapBoard events={events} home={home} pending={query.isPending} />
      <noscript>
        <Link to="/events" search={filters} className={buttonClass({ variant: 'outline' })}>
          Tous les évènements en liste
        </Link>
      </noscript>
    </div>
  )
}
