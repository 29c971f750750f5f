/**
 * Has the browser keep what "Mes billets" needs to open without network (entry-worker.ts). Not before the page has
 * loaded: on a thin network that comes first.
 */
export function keepAppForOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const register = () => {
    // Refused in some private windows: the page works as it does without.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

/** Has the browser keep the scan screen, too: as a whole, and only on phones that are gates. */
export async function keepDoorForOffline(): Promise<void> {
  keepAppForOffline()
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep-door')
}
