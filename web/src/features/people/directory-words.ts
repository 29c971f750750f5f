// The directory's filters in words and as ways on: its heading, its count, its badges, its chips.
import type { Activity } from '@/lib/fixed-lists'
import { formatAmount } from '@/lib/money'
import { stringifySearch } from '@/lib/search-params'
import type { DirectoryFilters } from './filters'

/** A chip is a toggle: pressed again it lets go. Either way the text search is over. */
export function toggledActivity({ activity }: DirectoryFilters, chip: Activity): DirectoryFilters {
  return activity === chip ? {} : { activity: chip }
}

/** A filter as a person reads it, and the filters without it. */
export type ActiveFilter = { label: string; without: DirectoryFilters }

export function activeFilters({ search, activity }: DirectoryFilters): ActiveFilter[] {
  return [
    ...(search ? [{ label: `« ${search} »`, without: activity ? { activity } : {} }] : []),
    ...(activity ? [{ label: activity, without: search ? { search } : {} }] : []),
  ]
}

export function isFiltered({ search, activity }: DirectoryFilters): boolean {
  return search !== undefined || activity !== undefined
}

export function listTitle({ search, activity }: DirectoryFilters): string {
  if (activity) return `${activity}s`
  return search ? `Résultats pour ${search}` : 'Tous les professionnels'
}

/** The page's name in the tab. */
export function pageTitle({ activity }: DirectoryFilters): string {
  return `${activity ? `${activity}s` : 'Professionnels'} de l'évènement`
}

/** "1 résultat", "0 résultats", "1 240 résultats". */
export function countText(count: number): string {
  return `${formatAmount(count)} ${count === 1 ? 'résultat' : 'résultats'}`
}

/** Where a visitor who signs in to follow somebody comes back to. */
export function directoryAddress(filters: DirectoryFilters): string {
  return `/users${stringifySearch(filters)}`
}
