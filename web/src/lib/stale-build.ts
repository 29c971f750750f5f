// A tab left open over a deployment asks for files that are gone. The page it was going to is then opened anew,
// once; without network nothing is reloaded, because the page on screen is better than the browser's error page.

const KEY = 'tukio-opened-anew'
const ONCE_IN = 60_000

interface Recovery {
  open: (address: string) => void
  /** The server can't be reached: the file is missing for that reason. */
  offline: () => void
}

interface Navigation extends Recovery {
  /** The address being gone to, or null while nothing is under way. */
  goingTo: () => string | null
  /** Calls back whenever a way to another page begins. */
  onDeparture: (callback: (address: string) => void) => () => void
}

/** For a file of the page at this address, or of the way there, that did not arrive. */
export async function openAnew(address: string, { open, offline }: Recovery): Promise<void> {
  const reachable = await fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (reachable && firstTime(address)) open(address)
  else offline()
}

export function openAnewWhenStale({ goingTo, onDeparture, ...recovery }: Navigation): () => void {
  // A mere preload found a file missing: nobody asked for that page yet, the next way will.
  let missed = false

  const onMissingFile = (event: Event) => {
    // Kept from being thrown: the router would reload by itself, network or not.
    event.preventDefault()
    const address = goingTo()
    if (address === null) missed = true
    else void openAnew(address, recovery)
  }
  const stopListening = onDeparture((address) => {
    if (missed) void openAnew(address, recovery)
    missed = false
  })
  addEventListener('vite:preloadError', onMissingFile)
  return () => {
    removeEventListener('vite:preloadError', onMissingFile)
    stopListening()
  }
}

/** Guards against opening the same page in a loop when the file stays missing. */
function firstTime(address: string): boolean {
  try {
    const [last, at] = JSON.parse(sessionStorage.getItem(KEY) ?? '["",0]') as [string, number]
    if (last === address && Date.now() - at < ONCE_IN) return false
    sessionStorage.setItem(KEY, JSON.stringify([address, Date.now()]))
    return true
  } catch {
    // Without a memory there is no guard, and so no reload.
    return false
  }
}
