/**
 * Has the browser keep what "Mes billets" needs to open without network (entry-worker.ts). Not before the page has
 * loaded: on a thin network that comes first.
 */
export function keepAppForOffline(): void {
  void tellWorker('keep-app')
}

/** Registers the service worker where it isn't yet, and tells it once it works. */
export async function tellWorker(message: unknown): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  try {
    // A worker that is there looks for its next build by itself, whenever a page is opened.
    const { serviceWorker } = navigator
    const registration = (await serviceWorker.getRegistration()) ?? (await serviceWorker.register('/sw.js'))
    await serviceWorker.ready
    // The next build's, too, which may be on its way.
    for (const worker of [registration.installing, registration.waiting, registration.active])
      worker?.postMessage(message)
  } catch {
    // Refused in some private windows: the page works as it does without.
  }
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
  void tellWorker('keep-door')
  return leave
}
