// For tests: no toast of one may be seen by the next.
import { expect, vi } from 'vitest'
import { currentToasts, dismissToast } from './toast-store'

/** Dismisses every toast and waits until the last has slid out. */
export async function clearToasts() {
  for (const toast of currentToasts()) dismissToast(toast.id)
  // A busy machine needs more than the usual second.
  await vi.waitFor(() => expect(currentToasts()).toEqual([]), { timeout: 10_000 })
}
