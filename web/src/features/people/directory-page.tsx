// /users: search, activity chips and the endless list of people. The address holds the filters; without scripts
// the search is a plain GET form and the chips are links.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId } from 'react'
import { bandsPicture } from '@/lib/pictures'
import { readSearch } from '@/lib/search-schema'
import { Hero } from '@/ui/hero'
import { SearchButton } from '@/ui/search-button'
import { useFilterForm } from '@/ui/use-filter-form'
import { ActivityChips } from './activity-chips'
import { DirectoryResults } from './directory-results'
import { type DirectoryFilters, directoryFiltersSchema } from './filters'
import { keepDirectory } from './last-directory'

type DirectoryPageProps = { filters: DirectoryFilters; viewerId: number | null }

export function DirectoryPage({ filters, viewerId }: DirectoryPageProps) {
  useEffect(() => keepDirectory(filters), [filters])
  return (
    <>
      <Hero picture={bandsPicture('Rencontres', 24)} className="py-8 md:py-12">
        <h1 className="text-3xl font-extrabold md:text-5xl">Trouvez les pros de votre évènement</h1>
        <p className="mt-3 text-night-muted md:text-lg">
          Traiteurs, DJ, photographes, décorateurs&nbsp;: celles et ceux qui font la fête, près de chez vous.
        </p>
        <DirectorySearch filters={filters} />
      </Hero>
      <div className="wrap pt-5 pb-10 md:pt-8 md:pb-16">
        <ActivityChips filters={filters} />
        <DirectoryResults filters={filters} viewerId={viewerId} />
      </div>
    </>
  )
}

function DirectorySearch({ filters }: { filters: DirectoryFilters }) {
  const fieldId = useId()
  const form = useFilterForm(filters, { search: filters.search ?? '' })
  const navigate = useNavigate()

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = readSearch(directoryFiltersSchema, Object.fromEntries(new FormData(event.currentTarget)))
    navigate({ to: '/users', search, resetScroll: false })
  }

  return (
    <form
      ref={form}
      action="/users"
      onSubmit={apply}
      className="mt-5 grid grid-cols-[minmax(0,1fr)_auto] gap-2 rounded-2xl bg-card p-2 text-ink shadow-lift-high md:mt-7 md:rounded-[1.25rem]"
    >
      <label htmlFor={fieldId} className="sr-only">
        Chercher un professionnel
      </label>
      <input
        id={fieldId}
        type="search"
        name="search"
        placeholder="Nom ou métier..."
        defaultValue={filters.search ?? ''}
        maxLength={100}
        className="min-h-12 w-full min-w-0 rounded-xl bg-transparent pl-3 text-base outline-offset-0 md:pl-4"
      />
      {/* A search within the chosen activity stays within it. */}
      {filters.activity && <input type="hidden" name="activity" value={filters.activity} />}
      <SearchButton />
    </form>
  )
}
