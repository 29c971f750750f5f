// What narrows the directory: read from the address, written back to it, shown as removable badges.
// The object that `parseDirectoryFilters` returns is part of the query key, which the server builds alike.
import { formatAmount } from '@/lib/money'
import { stringifySearch } from '@/lib/search-params'
import { ACTIVITIES, type Activity } from './catalog'

export type DirectoryFilters = { search?: string; activity?: Activity }

const LONGEST_SEARCH = 100

/** Keeps what is known and set; of a parameter given twice the last one counts, as on the server. */
export function parseDirectoryFilters(params: Record<string, unknown>): DirectoryFilters {
  const search = cleaned(values(params.search).at(-1) ?? '')
  const activity = values(params.activity).filter(isActivity).at(-1)
  return { ...(search && { search }), ...(activity && { activity }) }
}

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

/** "1 résultat", "0 résultats", "1 240 résultats". */
export function countText(count: number): string {
  return `${formatAmount(count)} ${count === 1 ? 'résultat' : 'résultats'}`
}

/** Where a visitor who signs in to follow somebody comes back to. */
export function directoryAddress(filters: DirectoryFilters): string {
  return `/users${stringifySearch(filters)}`
}

function values(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list
    .filter((item) => item !== undefined && item !== null)
    .map((item) => String(item).trim())
    .filter(Boolean)
}

/** The server counts characters, not halves of them, and lets no control character through. */
function cleaned(text: string): string {
  const kept = Array.from(text.replace(/\p{Cc}/gu, ''))
    .slice(0, LONGEST_SEARCH)
    .join('')
  return kept.trim() && kept
}

function isActivity(text: string): text is Activity {
  return ACTIVITIES.some((activity) => activity === text)
}
