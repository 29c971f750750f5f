// /dash/events: what one organises, alone or with others, searched and told apart.

import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useRef } from 'react'
import { useAddressSearch } from '@/lib/address-search'
import { readSearch } from '@/lib/search-schema'
import { buttonClass } from '@/ui/button'
import { FilterBar } from '@/ui/filter-bar'
import { Tabs } from '@/ui/tabs'
import { MyEventsList } from './my-events-list'
import { type MyEventsSearch, myEventsSearchSchema } from './my-events-search'

const OF = [
  { value: '', label: 'Tous' },
  { value: 'mine', label: 'Organisés par moi' },
  { value: 'shared', label: 'Partagés avec moi' },
  { value: 'draft', label: 'Brouillons' },
]

export function MyEventsPage() {
  const [search, setSearch] = useAddressSearch(myEventsSearchSchema)
  const title = useRef<HTMLHeadingElement>(null)
  const { when } = search
  const list = (of: MyEventsSearch['when']) =>
    of === when && <MyEventsList search={search} title={title} onReset={() => setSearch(whenOnly(when))} />
  return (
    <section className="wrap grid grid-cols-1 gap-5 py-8 md:py-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 ref={title} tabIndex={-1} className="text-3xl md:text-4xl">
          Mes évènements
        </h1>
        <Link to="/dash/events/add" className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}>
          <CalendarPlus className="size-5" aria-hidden="true" />
          Créer un événement
        </Link>
      </div>
      <FilterBar
        label="Chercher un de mes évènements"
        placeholder="Nom de l'évènement…"
        filters={search}
        choices={[{ name: 'of', label: 'Lesquels', options: OF }]}
        onFilter={(chosen) => setSearch(readSearch(myEventsSearchSchema, { ...whenOnly(when), ...chosen }))}
      />
      <Tabs
        label="Mes évènements"
        selected={when ?? 'upcoming'}
        onSelect={(id) => {
          const { when: _, ...rest } = search
          setSearch({ ...rest, ...whenOnly(id === 'past' ? id : undefined) }, { replace: true })
        }}
        tabs={[
          { id: 'upcoming', label: 'À venir', panel: list(undefined) },
          { id: 'past', label: 'Passés', panel: list('past') },
        ]}
      />
    </section>
  )
}

function whenOnly(when: MyEventsSearch['when']): MyEventsSearch {
  return when ? { when } : {}
}
