import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { UNSENT_SCANS } from '@/lib/unsent-scans'
import type { OfflineSale } from '../sales/sale'
import type { SyncSales } from '../sales/sending-sales'
import { openTillStore } from '../sales/till-store'
import { sendUnsent } from './background-sender'
import type { Scan } from './scan'
import { openScanStore } from './scan-store'
import type { SendScans } from './sending'

const remembered = new Map<string, string>()

beforeEach(() => {
  remembered.clear()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => remembered.get(name) ?? null,
    setItem: (name: string, value: string) => remembered.set(name, value),
    removeItem: (name: string) => remembered.delete(name),
  })
})

function scanOf(id: string, changes: Partial<Scan> = {}): Scan {
  const [at, day] = [1_000_000, '2026-11-14']
  const post = { eventId: 7, userId: 1, gate: 'Porte Sud', device: 'tel-1', content: 'TUKIO' }
  const said = { verdict: 'admitted', message: 'Entrée validée.', direction: 'in' } as const
  return { id, at, day, ...post, ...said, online: false, isPending: true, ...changes }
}

const accept: SendScans = async (scans) => scans.map(({ id }) => ({ id, fate: 'admitted', message: 'Reçu.' }))

const accepted: SyncSales = async (sales) =>
  sales.map(({ id }) => ({ id, fate: 'sold', known: false, message: 'Vendu.' }))

async function storesWith(...scans: Scan[]) {
  const stores = { scans: await openScanStore(), sales: await openTillStore() }
  await stores.scans.put(scans)
  return stores
}

const asOne = () => 1

test('scans of every event are sent, in lots, and marked on this phone until then', async () => {
  const many = Array.from({ length: 120 }, (_, number) => scanOf(`seven-${number}`))
  expect(remembered.has(UNSENT_SCANS)).toBe(false)
  const stores = await storesWith(...many, scanOf('eight', { eventId: 8 }))
  expect(remembered.has(UNSENT_SCANS)).toBe(true)
  const send = vi.fn(accept)
  const sender = vi.fn(() => ({ sendScans: send, syncSales: accepted }))
  expect(await sendUnsent(asOne, stores, sender)).toEqual([])
  expect(send.mock.calls.map(([scans]) => scans.length).sort()).toEqual([1, 100, 20])
  expect(new Set(sender.mock.calls.flat())).toEqual(new Set([7, 8]))
  const [sent] = await stores.scans.read(8, 1, 1_000_000)
  expect(sent).toMatchObject({ isPending: false, message: 'Reçu.' })
  expect(sent).not.toHaveProperty('content')
})

test('an event that refuses does not hold up the others, and nothing is lost', async () => {
  const stores = await storesWith(scanOf('seven'), scanOf('eight', { eventId: 8 }))
  const refuse = () => Promise.reject(new Error('403'))
  const sender = (eventId: number) => ({ sendScans: eventId === 7 ? refuse : accept, syncSales: accepted })
  expect(await sendUnsent(asOne, stores, sender)).toEqual([1])
  expect((await stores.scans.readPending()).map(({ id }) => id)).toEqual(['seven'])
  expect(remembered.has(UNSENT_SCANS)).toBe(true)
})

test('nobody sends what another person has scanned on the same phone', async () => {
  const stores = await storesWith(scanOf('mine'), scanOf('hers', { userId: 2 }))
  const send = vi.fn(accept)
  expect(await sendUnsent(asOne, stores, () => ({ sendScans: send, syncSales: accepted }))).toEqual([2])
  expect(send.mock.calls.flat(2).map(({ id }) => id)).toEqual(['mine'])
})

test('who signs out in between sends no more', async () => {
  const many = Array.from({ length: 120 }, (_, number) => scanOf(`seven-${number}`))
  const stores = await storesWith(...many)
  let user: number | undefined = 1
  const sendScans: SendScans = async (scans) => {
    user = undefined
    return accept(scans)
  }
  const left = await sendUnsent(
    () => user,
    stores,
    () => ({ sendScans, syncSales: accepted }),
  )
  expect(left).toHaveLength(20)
})

test('a sale is told before the scan of its ticket, and without it no scan of that event is', async () => {
  const stores = await storesWith(scanOf('seven'))
  const sale: OfflineSale = {
    ...{ id: 'sale', eventId: 7, userId: 1, paymentId: 'pay', currency: 'USD', amount: 10 },
    ...{ at: 1, gate: '', device: 'tel-1', isPending: true },
  }
  await stores.sales.keepSales([sale])
  const sendScans = vi.fn(accept)
  const syncSales = vi.fn(accepted)
  syncSales.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await sendUnsent(asOne, stores, () => ({ sendScans, syncSales }))).toEqual([1, 1])
  expect(sendScans).not.toHaveBeenCalled()
  expect(await sendUnsent(asOne, stores, () => ({ sendScans, syncSales }))).toEqual([])
  expect(syncSales.mock.invocationCallOrder.at(-1)).toBeLessThan(sendScans.mock.invocationCallOrder[0] ?? 0)
})
