import type { ApiError } from '@/lib/api-error'
import { sortErrors } from '@/lib/server-errors'

/** What the server says against it; nothing without an answer, because the toast of every call has told that. */
export function refusalWords({ status, body }: ApiError): string | undefined {
  if (status === 0 || status === 403 || status >= 500) return undefined
  const { fields, general } = sortErrors(body, ['reason', 'note', 'message'])
  return fields[0]?.message ?? general
}
