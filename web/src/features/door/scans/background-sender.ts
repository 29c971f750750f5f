// Sends the scans and sales of every event that lie on this phone, when the network is back and whatever screen of the app
// is open. Fetched only where there are some (lib/unsent-scans.ts).
import { doorServer } from '../gate/calls'
import { tillServer } from '../sales/calls'
import { type SyncSales, sendSalesLot } from '../sales/sending-sales'
import { openTillStore, type TillStore } from '../sales/till-store'
import { openScanStore, type ScanStore } from './scan-store'
import { type SendScans, sendLot } from './sending'
import { markUnsentScans } from './unsent-mark'

/** While something is left, the server is tried again so often. */
const AGAIN = 15_000

/** How the scans and sales of an event are sent. */
type Sender = (eventId: number) => { sendScans: SendScans; syncSales: SyncSales }

const bySession: Sender = (eventId) => ({
  sendScans: doorServer(eventId).send,
  syncSales: tillServer(eventId).sync,
})

interface Stores {
  scans: ScanStore
  sales: TillStore
}

/** Whoever is signed in on this phone. */
type CurrentUser = () => number | undefined

/** Sends what that person has sold and scanned here. Returns by whom the things are that are left on this phone. */
export async function sendUnsent(currentUser: CurrentUser, stores: Stores, sender = bySession) {
  const userId = currentUser()
  // Another person who signs in meanwhile has not made them.
  const isSame = () => currentUser() === userId
  const { scans, sales } = await readUnsent(stores, (by) => by === userId)
  for (const eventId of new Set([...sales, ...scans].map((one) => one.eventId))) {
    const isOfEvent = (one: { eventId: number }) => one.eventId === eventId
    const { sendScans, syncSales } = sender(eventId)
    try {
      // The server must know of a sale before it hears that its ticket came in.
      await inLots(sales.filter(isOfEvent), isSame, async (rest) => {
        const sent = await sendSalesLot(rest, syncSales)
        await stores.sales.keepSales(sent)
        return sent.length
      })
      await inLots(scans.filter(isOfEvent), isSame, async (rest) => {
        const { sent } = await sendLot(rest, sendScans)
        await stores.scans.put(sent)
        return sent.length
      })
    } catch {
      // One event that refuses must not hold up the others.
    }
  }
  const left = await readUnsent(stores, () => true)
  return [...left.sales, ...left.scans].map((one) => one.userId)
}

async function readUnsent(stores: Stores, isWanted: (userId: number) => boolean) {
  const scans = (await stores.scans.readPending()).filter(({ userId }) => isWanted(userId))
  const sales = (await stores.sales.readSales()).filter((sale) => sale.isPending && isWanted(sale.userId))
  return { scans, sales }
}

/** `sendFirst` sends some from the beginning and returns how many. */
async function inLots<Item>(
  items: readonly Item[],
  mayGoOn: () => boolean,
  sendFirst: (rest: readonly Item[]) => Promise<number>,
): Promise<void> {
  for (let rest = items; rest.length > 0 && mayGoOn(); ) rest = rest.slice(await sendFirst(rest))
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
  const stores = { scans: await openScanStore(), sales: await openTillStore() }
  try {
    const left = await sendUnsent(currentUser, stores)
    markUnsentScans(left.length > 0)
    // What others have made waits until they are back.
    return left.some((userId) => userId === currentUser())
  } finally {
    stores.scans.close()
    stores.sales.close()
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
