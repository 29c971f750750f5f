// What a phone remembers of itself as a gate, whoever holds it.

const NAME = 'tukio-gate'

interface Remembered {
  /** Tells this phone from the others in the log. */
  device: string
  /** The gate's name, by event: chosen once. */
  gates: Record<string, string>
  /** How far the server's clock is ahead of this phone's, in milliseconds. */
  clockOffset: number
  /** The event whose gate was opened last. */
  lastEvent: number | null
  /** The camera that was chosen; null for the one that the phone offers. */
  camera: string | null
  /** How many conflicts of each event somebody has looked at here. */
  seenConflicts: Record<string, number>
}

export function readDevice(): Remembered {
  const fresh = {
    device: `tel-${crypto.randomUUID().slice(0, 8)}`,
    gates: {},
    clockOffset: 0,
    lastEvent: null,
    camera: null,
    seenConflicts: {},
  }
  try {
    const kept = localStorage.getItem(NAME)
    if (kept) return { ...fresh, ...(JSON.parse(kept) as Partial<Remembered>) }
    localStorage.setItem(NAME, JSON.stringify(fresh))
  } catch {
    // A browser that forbids storage is a new phone each time.
  }
  return fresh
}

export function changeDevice(change: Partial<Remembered>): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...readDevice(), ...change }))
  } catch {
    // Chosen again next time.
  }
}
