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

/** The name of a lock that every open scan screen holds. */
export const OPEN_GATE = 'tukio-open-gate'

/**
 * Has the browser keep the scan screen, too: as a whole, and only on phones that are gates. While the screen is open no
 * other build takes over. Returns how to end that.
 */
export function keepDoorForOffline(): () => void {
  let leave: () => void = () => undefined
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  void navigator.locks?.request(OPEN_GATE, { mode: 'shared' }, () => left).catch(() => undefined)
  keepAppForOffline()
  void keepDoor()
  return leave
}

async function keepDoor(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep-door')
}
