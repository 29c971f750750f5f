// Where the directory was left: whoever comes back from a profile finds the list as it was narrowed.
import type { DirectoryFilters } from './filters'

// In the browser only: an effect writes it, and the server runs none.
let last: DirectoryFilters = {}

export function keepDirectory(filters: DirectoryFilters): void {
  last = filters
}

export function lastDirectory(): DirectoryFilters {
  return last
}
