// What narrows the directory, read from the address. Every page loads this file, to understand links to the directory.
// The object that `parseDirectoryFilters` returns is part of the query key, which the server builds alike.
import { ACTIVITIES, type Activity } from '@/lib/fixed-lists'

export type DirectoryFilters = { search?: string; activity?: Activity }

const LONGEST_SEARCH = 100

/** Keeps what is known and set; of a parameter given twice the last one counts, as on the server. */
export function parseDirectoryFilters(params: Record<string, unknown>): DirectoryFilters {
  const search = cleaned(values(params.search).at(-1) ?? '')
  const activity = values(params.activity).filter(isActivity).at(-1)
  return { ...(search && { search }), ...(activity && { activity }) }
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
