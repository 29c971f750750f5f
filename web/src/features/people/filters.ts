// What narrows the directory, as the address says it. What the schema reads is part of the query key, which the server
// builds alike: of a parameter given twice the last one counts.
import * as v from 'valibot'
import { ACTIVITIES, type Activity } from '@/lib/fixed-lists'
import { firstText, param, searchSchema, texts } from '@/lib/search-schema'

export type DirectoryFilters = {
  search?: string
  activity?: Activity
  /** Where the list is open: of a link, for who has no scripts. */
  page?: number
}

const LONGEST_SEARCH = 100

export const directoryFiltersSchema = searchSchema({
  search: param(
    v.pipe(
      v.unknown(),
      v.transform((value) => trimmed(value).findLast(Boolean)),
      v.string(),
      v.transform(cleaned),
      v.check((search) => search.trim() !== ''),
    ),
  ),
  activity: param(
    v.pipe(
      v.unknown(),
      v.transform((value) => trimmed(value).findLast((text) => ACTIVITIES.some((one) => one === text))),
      v.picklist(ACTIVITIES),
    ),
  ),
  page: param(
    v.pipe(
      firstText,
      v.regex(/^\d{1,10}$/),
      v.transform(Number),
      v.check((page) => page > 1 && page <= 1_000_000_000),
    ),
  ),
})

function trimmed(value: unknown): string[] {
  return texts(value).map((text) => text.trim())
}

/** The server counts characters, not halves of them, and lets no control character through. */
function cleaned(text: string): string {
  return Array.from(text.replace(/\p{Cc}/gu, ''))
    .slice(0, LONGEST_SEARCH)
    .join('')
}
