// The list itself: what it is, how many there are, skeletons, cards, the next page before its end is reached,
// nothing found, failure.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { ListEnd } from '@/ui/list-end'
import { EmptyState, ErrorState } from '@/ui/page-state'
import { LoadingStatus } from '@/ui/skeleton'
import { ActiveFilters, ResetLink } from './active-filters'
import { countText, directoryAddress, isFiltered, listTitle } from './directory-words'
import type { DirectoryFilters } from './filters'
import { PersonCard, PersonCardSkeleton } from './person-card'
import { peopleListQuery } from './queries'

const FAILED = "Les professionnels n'ont pas pu être chargés."
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

type DirectoryResultsProps = { filters: DirectoryFilters; viewerId: number | null }

export function DirectoryResults({ filters, viewerId }: DirectoryResultsProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  // Counted from the same cache as the list below.
  const { data } = useInfiniteQuery(peopleListQuery(filters))
  const count = data?.pages.at(-1)?.count
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
      <ActiveFilters filters={filters} onRemove={focusTitle} />
      <div className="mt-5">
        <People filters={filters} viewerId={viewerId} onReset={focusTitle} />
      </div>
    </section>
  )
}

function People({ filters, viewerId, onReset }: DirectoryResultsProps & { onReset: () => void }) {
  const query = useInfiniteQuery(peopleListQuery(filters))
  const people = query.data?.pages.flatMap((page) => page.results) ?? []
  // Somebody who gained a follower moves others to the next page: each is shown once.
  const shown = [...new Map(people.map((person) => [person.id, person])).values()]
  const returnTo = directoryAddress(filters)

  if (query.isPending) {
    return (
      <>
        <LoadingStatus />
        <CardList>
          <SkeletonCards />
        </CardList>
      </>
    )
  }
  if (!query.data) return <ErrorState title={FAILED} onRetry={query.refetch} busy={query.isFetching} />
  if (shown.length === 0) return <NobodyFound filtered={isFiltered(filters)} onReset={onReset} />
  return (
    <>
      <CardList>
        {shown.map((person) => (
          <li key={person.id} className="min-w-0">
            <PersonCard person={person} viewerId={viewerId} returnTo={returnTo} />
          </li>
        ))}
        {query.isFetchingNextPage && <SkeletonCards />}
      </CardList>
      {query.isFetchNextPageError && (
        <div className="mt-4">
          <ErrorState title={FAILED} onRetry={query.fetchNextPage} busy={query.isFetchingNextPage} />
        </div>
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <ListEnd
          label="Voir plus de professionnels"
          busy={query.isFetchingNextPage}
          onReached={query.fetchNextPage}
        />
      )}
      {!query.hasNextPage && <p className="mt-8 text-center text-muted">Vous avez vu tous les résultats</p>}
    </>
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
