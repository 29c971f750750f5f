// This phone's scans in the browser's own database: they outlive reloads, a dead battery and the end of a session, until
// the server has them. No names are in here.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Scan } from './scan'
import { markUnsentScans } from './unsent-mark'

const NAME = 'tukio-scans'
/** So long a phone shows what it has scanned, once the server knows it. */
const KEPT_FOR = 36 * 3_600_000

interface ScanDatabase extends DBSchema {
  scans: { key: string; value: Scan; indexes: { event: number } }
}

export interface ScanStore {
  /** Done when it is on the disk; fails when there is no room left. */
  put: (scans: readonly Scan[]) => Promise<void>
  /** The person's own, the oldest first; what the server has known for long is forgotten. */
  read: (eventId: number, userId: number, now: number) => Promise<Scan[]>
  /** Those of every event and person that the server has not heard of. */
  readPending: () => Promise<Scan[]>
  close: () => void
}

/** Where the browser gives no room at all, one that keeps nothing: the gate works, and says that it must stay open. */
export function openScanStore(): Promise<ScanStore> {
  return openDatabase().catch(() => ({
    put: () => Promise.reject(new DOMException('no database', 'QuotaExceededError')),
    read: async () => [],
    readPending: async () => [],
    close: () => undefined,
  }))
}

async function openDatabase(): Promise<ScanStore> {
  const database = await openDB<ScanDatabase>(NAME, 1, {
    upgrade: (created) => {
      created.createObjectStore('scans', { keyPath: 'id' }).createIndex('event', 'eventId')
    },
  })
  return {
    put: (scans) => put(database, scans),
    read: (eventId, userId, now) => read(database, eventId, userId, now),
    readPending: async () => (await database.getAll('scans')).filter(({ isPending }) => isPending),
    close: () => database.close(),
  }
}

async function put(database: IDBPDatabase<ScanDatabase>, scans: readonly Scan[]): Promise<void> {
  const transaction = database.transaction('scans', 'readwrite', { durability: 'strict' })
  await Promise.all([...scans.map((scan) => transaction.store.put(scan)), transaction.done])
  if (scans.some(({ isPending }) => isPending)) markUnsentScans(true)
}

async function read(database: IDBPDatabase<ScanDatabase>, eventId: number, userId: number, now: number) {
  const transaction = database.transaction('scans', 'readwrite')
  const scans = await transaction.store.index('event').getAll(eventId)
  const isOld = ({ isPending, at }: Scan) => !isPending && now - at > KEPT_FOR
  await Promise.all([...scans.filter(isOld).map(({ id }) => transaction.store.delete(id)), transaction.done])
  return scans
    .filter((scan) => scan.userId === userId && !isOld(scan))
    .sort((one, other) => one.at - other.at)
}
