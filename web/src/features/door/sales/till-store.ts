// Places set aside for this phone and what was sold of them, in the browser's own database: both outlive reloads and the
// end of a session, because money was taken. What is sold leaves the block and enters the sales in one transaction.
import { type DBSchema, openDB } from 'idb'
import { markUnsentScans } from '../scans/unsent-mark'
import type { KeptBlock, OfflineSale, UnconfirmedSale } from './sale'

interface TillDatabase extends DBSchema {
  blocks: { key: string; value: KeptBlock }
  sales: { key: string; value: OfflineSale }
  unconfirmed: { key: string; value: UnconfirmedSale }
}

export interface TillStore {
  readBlocks: (eventId: number, userId: number) => Promise<KeptBlock[]>
  keepBlock: (block: KeptBlock) => Promise<void>
  forgetBlock: (blockId: string) => Promise<void>
  /** Of every event and person. */
  readSales: () => Promise<OfflineSale[]>
  /** Done when it is on the disk; fails when there is no room left, and then nothing is sold. */
  sell: (block: KeptBlock, sales: readonly OfflineSale[]) => Promise<void>
  keepSales: (sales: readonly OfflineSale[]) => Promise<void>
  readUnconfirmed: (eventId: number, userId: number) => Promise<UnconfirmedSale | undefined>
  keepUnconfirmed: (sale: UnconfirmedSale) => Promise<void>
  forgetUnconfirmed: (id: string) => Promise<void>
  close: () => void
}

/** Where the browser gives no room at all, one that keeps nothing: by the server alone can be sold then. */
export function openTillStore(): Promise<TillStore> {
  return openDatabase().catch(() => {
    const refuse = () => Promise.reject(new DOMException('no database', 'QuotaExceededError'))
    return {
      readBlocks: async () => [],
      keepBlock: refuse,
      forgetBlock: refuse,
      readSales: async () => [],
      sell: refuse,
      keepSales: refuse,
      readUnconfirmed: async () => undefined,
      keepUnconfirmed: refuse,
      forgetUnconfirmed: refuse,
      close: () => undefined,
    }
  })
}

async function openDatabase(): Promise<TillStore> {
  const database = await openDB<TillDatabase>('tukio-till', 1, {
    upgrade: (created) => {
      created.createObjectStore('blocks', { keyPath: 'block_id' })
      created.createObjectStore('sales', { keyPath: 'id' })
      created.createObjectStore('unconfirmed', { keyPath: 'id' })
    },
  })
  return {
    readBlocks: async (eventId, userId) =>
      (await database.getAll('blocks')).filter(
        (block) => block.eventId === eventId && block.userId === userId,
      ),
    keepBlock: async (block) => void (await database.put('blocks', block)),
    forgetBlock: (blockId) => database.delete('blocks', blockId),
    readSales: () => database.getAll('sales'),
    sell: async (block, sales) => {
      const transaction = database.transaction(['blocks', 'sales'], 'readwrite', { durability: 'strict' })
      const store = transaction.objectStore('sales')
      await Promise.all([
        transaction.objectStore('blocks').put(block),
        ...sales.map((sale) => store.put(sale)),
        transaction.done,
      ])
      markUnsentScans(true)
    },
    keepSales: async (sales) => {
      const transaction = database.transaction('sales', 'readwrite')
      await Promise.all([...sales.map((sale) => transaction.store.put(sale)), transaction.done])
    },
    readUnconfirmed: async (eventId, userId) =>
      (await database.getAll('unconfirmed')).find(
        (sale) => sale.eventId === eventId && sale.userId === userId,
      ),
    keepUnconfirmed: async (sale) => void (await database.put('unconfirmed', sale)),
    forgetUnconfirmed: (id) => database.delete('unconfirmed', id),
    close: () => database.close(),
  }
}
