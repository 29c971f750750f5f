/** Does what nobody waits for, once the page has nothing else to do. */
export function whenIdle(work: () => void): void {
  // Safari has no word for it.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5000 })
  else setTimeout(work, 1000)
}
