// Sends the scans of every event that lie on this phone, when the network is back and whatever screen of the app is open.
// Fetched only where there are some (lib/unsent-scans.ts).
import { doorServer } from '../gate/calls'
import { openScanStore, type ScanStore } from './scan-store'
import { type SendScans, sendLot } from './sending'
import { markUnsentScans } from './unsent-mark'

/** While something is left, the server is tried again so often. */
const AGAIN = 15_000

/** How the scans of an event are sent. */
type Sender = (eventId: number) => SendScans

const bySession: Sender = (eventId) => doorServer(eventId).send

/** Whoever is signed in on this phone. */
type CurrentUser = () => number | undefined

/** Sends what that person has scanned here. Returns the scans that are left on this phone, those of others included. */
export async function sendUnsentScans(currentUser: CurrentUser, store: ScanStore, sender = bySession) {
  const userId = currentUser()
  const mine = (await store.readPending()).filter((scan) => scan.userId === userId)
  for (const eventId of new Set(mine.map((scan) => scan.eventId))) {
    let pending = mine.filter((scan) => scan.eventId === eventId)
    // Another person who signs in meanwhile has not made them.
    while (pending.length > 0 && currentUser() === userId) {
      // One event that refuses must not hold up the others.
      const answer = await sendLot(pending, sender(eventId)).catch(() => null)
      if (!answer) break
      await store.put(answer.sent)
      pending = pending.slice(answer.sent.length)
    }
  }
  return store.readPending()
}

let isRunning = false

/** Goes on until nothing of this person's is left; a second call while it runs changes nothing. */
export async function startSending(currentUser: CurrentUser): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    while (await hasMoreToSend(currentUser)) await nextChance()
  } finally {
    isRunning = false
  }
}

async function hasMoreToSend(currentUser: CurrentUser): Promise<boolean> {
  const store = await openScanStore().catch(() => null)
  if (!store) return false
  try {
    const left = await sendUnsentScans(currentUser, store)
    markUnsentScans(left.length > 0)
    // What others have made waits until they are back.
    return left.some((scan) => scan.userId === currentUser())
  } finally {
    store.close()
  }
}

/** After a while, or as soon as the phone takes the network for back. */
function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, AGAIN)
    addEventListener('online', done)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
  })
}
