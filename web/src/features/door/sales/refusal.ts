import { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'

const FIELDS = ['quantity', 'currency', 'ticket_type_id'] as const

/** Why the server refused, in its own words. Null where it has not answered, or doesn't know itself what has become of it. */
export function refusalWords(failed: unknown): string | null {
  if (!(failed instanceof ApiError) || failed.status < 400 || failed.status >= 500) return null
  const { fields, general } = sortErrors(failed.body, FIELDS)
  return fields[0]?.message ?? general ?? 'La vente est refusée.'
}
