// The pages of rosters as they arrived, in the browser's own database: read one after the other they are the roster again.
// Names are in there, so it is wiped when the person leaves (lib/private-answers.ts).
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Roster as RosterPage } from '@/api/generated/types.gen'
import { KEPT_ROSTERS } from '@/lib/private-answers'

/** What another gate has shown to this one. */
export interface ShownAdmissions {
  eventId: number
  day: string
  gate: string
  at: number
  numbers: number[]
}

interface RosterDatabase extends DBSchema {
  pages: { key: number; value: { eventId: number; page: RosterPage }; indexes: { event: number } }
  shown: { key: number; value: ShownAdmissions; indexes: { event: number } }
}

export interface RosterStore {
  addPage: (eventId: number, page: RosterPage) => Promise<void>
  readPages: (eventId: number) => Promise<RosterPage[]>
  /** A roster that was put together from too many pages is read anew. */
  forgetPages: (eventId: number) => Promise<void>
  addShown: (shown: ShownAdmissions) => Promise<void>
  readShown: (eventId: number) => Promise<ShownAdmissions[]>
  close: () => void
}

/** Where the browser gives no room at all, one that keeps nothing: then the roster lives as long as the page. */
export function openRosterStore(): Promise<RosterStore> {
  const full = () => Promise.reject(new DOMException('no database', 'QuotaExceededError'))
  return openDatabase().catch(() => ({
    addPage: full,
    readPages: async () => [],
    forgetPages: async () => undefined,
    addShown: full,
    readShown: async () => [],
    close: () => undefined,
  }))
}

async function openDatabase(): Promise<RosterStore> {
  const database = await openDB<RosterDatabase>(KEPT_ROSTERS, 1, {
    upgrade: (created) => {
      created.createObjectStore('pages', { autoIncrement: true }).createIndex('event', 'eventId')
      created.createObjectStore('shown', { autoIncrement: true }).createIndex('event', 'eventId')
    },
    // Left open it would hold up the wiping.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  return {
    addPage: async (eventId, page) => void (await database.add('pages', { eventId, page })),
    readPages: async (eventId) =>
      (await database.getAllFromIndex('pages', 'event', eventId)).map(({ page }) => page),
    forgetPages: (eventId) => forgetPages(database, eventId),
    addShown: async (shown) => void (await database.add('shown', shown)),
    readShown: (eventId) => database.getAllFromIndex('shown', 'event', eventId),
    close: () => database.close(),
  }
}

async function forgetPages(database: IDBPDatabase<RosterDatabase>, eventId: number): Promise<void> {
  const transaction = database.transaction('pages', 'readwrite')
  const keys = await transaction.store.index('event').getAllKeys(eventId)
  await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done])
}
