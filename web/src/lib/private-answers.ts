// Answers meant for one person: on a shared phone the next one to sign in must not meet them.
import type { QueryClient } from '@tanstack/react-query'
import { PAGES, PICTURES } from './kept-pages/names'
import { peopleKeys } from './query-keys/people'

/** The mark such queries carry: `meta: PRIVATE`. */
export const PRIVATE = { private: true }

/** The browser's database of what stays readable offline. */
export const KEPT_ANSWERS = 'tukio-kept'

/** The browser's database of rosters, which name the people who are expected at a door. */
export const KEPT_ROSTERS = 'tukio-door'

/** Where a tab remembers the payment it waits for. */
export const PENDING_PAYMENT = 'tukio-payment'

/** Where a tab keeps what was typed in the contact form. */
export const CONTACT_DRAFT = 'contact-draft'

/** Public answers go too, since they may tell whom the person follows; people on the screen are asked for anew. */
export function forgetPrivateAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.private === true || !query.isActive() })
  void queryClient.resetQueries({ queryKey: peopleKeys.all })
  try {
    sessionStorage.removeItem(PENDING_PAYMENT)
    sessionStorage.removeItem(CONTACT_DRAFT)
    for (const database of [KEPT_ANSWERS, KEPT_ROSTERS]) indexedDB.deleteDatabase(database)
    // Everybody may read them, but which ones were opened is nobody else's business.
    for (const cache of [PAGES, PICTURES]) void caches.delete(cache)
  } catch {
    // A browser that forbids storage kept nothing.
  }
}
