import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'
import { showToast } from './toast-store'

/** Shows the server's own words for a refusal that the API client has none for. Returns false for any other failure. */
export function tellRefusal(error: Error, statuses: readonly number[], duration = 5000): boolean {
  if (!(error instanceof ApiError) || !statuses.includes(error.status)) return false
  const { general } = sortErrors(error.body, [])
  if (general) showToast('error', general, duration)
  return true
}
