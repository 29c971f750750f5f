// Answers meant for one person: on a shared phone the next one to sign in must not meet them.
import type { QueryClient } from '@tanstack/react-query'

/** The mark such queries carry: `meta: PRIVATE`. */
export const PRIVATE = { private: true }

/** The browser's database of what stays readable offline. */
export const KEPT_ANSWERS = 'tukio-kept'

/** Where a tab remembers the payment it waits for. */
export const PENDING_PAYMENT = 'tukio-payment'

/** Public answers that no screen shows go too: they may tell whom the person follows. */
export function forgetPrivateAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.private === true || !query.isActive() })
  try {
    sessionStorage.removeItem(PENDING_PAYMENT)
    indexedDB.deleteDatabase(KEPT_ANSWERS)
  } catch {
    // A browser that forbids storage kept nothing.
  }
}
