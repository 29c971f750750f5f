// The list itself: what it is, how many there are, skeletons, cards, the next page before its end is reached,
// nothing found, failure.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useRef } from 'react'
import { ActiveFilters } from '@/ui/active-filters'
import { EndlessList } from '@/ui/endless-list'
import { EmptyState } from '@/ui/page-state'
import { activeFilters, countText, directoryAddress, isFiltered, listTitle } from './directory-words'
import type { DirectoryFilters } from './filters'
import { PersonCard, PersonCardSkeleton } from './person-card'
import { peopleListQuery } from './queries'
import { ResetLink } from './reset-link'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

const usePeople = (filters: DirectoryFilters) => useInfiniteQuery(peopleListQuery(filters))

type DirectoryResultsProps = { filters: DirectoryFilters; viewerId: number | null }

export function DirectoryResults({ filters, viewerId }: DirectoryResultsProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  const query = usePeople(filters)
  const count = query.data?.pages.at(-1)?.count
  return (
    <section aria-labelledby={titleId} className="mt-5 md:mt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 ref={title} id={titleId} tabIndex={-1} className="min-w-0 text-2xl break-words md:text-3xl">
          {listTitle(filters)}
        </h2>
        {/* Stays in the page, so that a new count is read out. */}
        <p role="status" className="text-muted tabular-nums">
          {count !== undefined && countText(count)}
        </p>
      </div>
      <ActiveFilters
        active={activeFilters(filters).map(({ label, without }) => ({
          label,
          without: { to: '/users', search: without },
        }))}
        onRemove={focusTitle}
        reset={<ResetLink variant="quiet" onReset={focusTitle} />}
      />
      <div className="mt-5">
        <People query={query} filters={filters} viewerId={viewerId} onReset={focusTitle} />
      </div>
    </section>
  )
}

type PeopleProps = DirectoryResultsProps & {
  query: ReturnType<typeof usePeople>
  onReset: () => void
}

function People({ query, filters, viewerId, onReset }: PeopleProps) {
  const returnTo = directoryAddress(filters)
  return (
    <EndlessList
      query={query}
      failed="Les professionnels n'ont pas pu être chargés."
      more="Voir plus de professionnels"
      skeleton={
        <CardList>
          <SkeletonCards />
        </CardList>
      }
      empty={<NobodyFound filtered={isFiltered(filters) || filters.page !== undefined} onReset={onReset} />}
      pageLink={(page, look) => (
        <Link to="/users" search={{ ...filters, page: page > 1 ? page : undefined }} {...look} />
      )}
      end={<p className="mt-8 text-center text-muted">Vous avez vu tous les résultats</p>}
    >
      {(people) => (
        <CardList>
          {people.map((person) => (
            <li key={person.id} className="min-w-0">
              <PersonCard person={person} viewerId={viewerId} returnTo={returnTo} />
            </li>
          ))}
          {query.isFetchingNextPage && <SkeletonCards />}
        </CardList>
      )}
    </EndlessList>
  )
}

function CardList({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:gap-5">{children}</ul>
}

function SkeletonCards() {
  return SKELETONS.map((key) => (
    <li key={key} aria-hidden="true">
      <PersonCardSkeleton />
    </li>
  ))
}

function NobodyFound({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  return (
    <EmptyState
      title="Aucun résultat trouvé"
      action={filtered && <ResetLink variant="primary" onReset={onReset} />}
    >
      {filtered
        ? 'Essayez de modifier vos critères de recherche.'
        : 'Aucun utilisateur disponible pour le moment.'}
    </EmptyState>
  )
}
