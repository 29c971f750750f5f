// /card: events to come on a map that ships with the product, with the same events as a list beside it.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Town } from '@/api/generated/types.gen'
import { buttonClass } from '@/ui/button'
import { ErrorState } from '@/ui/page-state'
import { CategoryTownForm } from '../category-town-form'
import { MapBoard } from './map-board'
import { joinEvents, placeEvents } from './placed-events'
import { townBox } from './places'
import { mapQuery } from './queries'
import type { MapFilters, MapQuestion } from './search'
import { COUNTRY_BOX } from './view'

export function MapPage({ filters }: { filters: MapFilters }) {
  const navigate = useNavigate()
  const query = useQuery(mapQuery(filters))
  // The map of a whole country has no room for everything: around what was pressed, the rest is asked for.
  const [around, setAround] = useState<MapQuestion>()
  const asked = around && isWithin(around, filters) ? around : undefined
  const nearby = useQuery({ ...mapQuery({ ...filters, ...asked }), enabled: asked !== undefined })
  const events = useMemo(
    () => placeEvents(joinEvents(query.data?.results ?? [], asked && nearby.data?.results)),
    [query.data, nearby.data, asked],
  )
  const failed = query.isError && !query.data
  const more = [query, nearby].some(({ data }) => data?.more)
  const [town, ...otherTowns] = filters.town ?? []
  const home = useMemo(
    () => (town && otherTowns.length === 0 && townBox(town)) || COUNTRY_BOX,
    [town, otherTowns.length],
  )

  function showTown(town: Town) {
    // Narrowed to other towns it would stay empty there.
    if (filters.town && !filters.town.includes(town))
      void navigate({ to: '/card', search: { ...filters, town: [town] }, resetScroll: false })
    else setAround({ town: [town] })
  }

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
      {failed && (
        <ErrorState
          title="Les évènements n'ont pas pu être chargés."
          onRetry={query.refetch}
          busy={query.isFetching}
        />
      )}
      <MapBoard
        events={events}
        home={home}
        pending={query.isPending}
        failed={failed}
        more={more}
        onTown={showTown}
        onNear={(near) => setAround({ near })}
      />
      <noscript>
        <Link to="/events" search={filters} className={buttonClass({ variant: 'outline' })}>
          Tous les évènements en liste
        </Link>
      </noscript>
    </div>
  )
}

/** The filters may have been set to other towns since. */
function isWithin({ town: [asked] = [] }: MapQuestion, { town: chosen }: MapFilters): boolean {
  return !asked || !chosen || chosen.includes(asked)
}
