import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { UNSENT_SCANS } from '@/lib/unsent-scans'
import { sendUnsentScans } from './background-sender'
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

async function storeWith(...scans: Scan[]) {
  const store = await openScanStore()
  await store.put(scans)
  return store
}

const asOne = () => 1

test('scans of every event are sent, in lots, and marked on this phone until then', async () => {
  const many = Array.from({ length: 120 }, (_, number) => scanOf(`seven-${number}`))
  expect(remembered.has(UNSENT_SCANS)).toBe(false)
  const store = await storeWith(...many, scanOf('eight', { eventId: 8 }))
  expect(remembered.has(UNSENT_SCANS)).toBe(true)
  const send = vi.fn(accept)
  const sender = vi.fn(() => send)
  expect(await sendUnsentScans(asOne, store, sender)).toEqual([])
  expect(send.mock.calls.map(([scans]) => scans.length).sort()).toEqual([1, 100, 20])
  expect(new Set(sender.mock.calls.flat())).toEqual(new Set([7, 8]))
  const [sent] = await store.read(8, 1, 1_000_000)
  expect(sent).toMatchObject({ isPending: false, message: 'Reçu.' })
  expect(sent).not.toHaveProperty('content')
})

test('an event that refuses does not hold up the others, and nothing is lost', async () => {
  const store = await storeWith(scanOf('seven'), scanOf('eight', { eventId: 8 }))
  const refuse = () => Promise.reject(new Error('403'))
  const left = await sendUnsentScans(asOne, store, (eventId) => (eventId === 7 ? refuse : accept))
  expect(left.map(({ id }) => id)).toEqual(['seven'])
  expect(remembered.has(UNSENT_SCANS)).toBe(true)
})

test('nobody sends what another person has scanned on the same phone', async () => {
  const store = await storeWith(scanOf('mine'), scanOf('hers', { userId: 2 }))
  const send = vi.fn(accept)
  const left = await sendUnsentScans(asOne, store, () => send)
  expect(left.map(({ id }) => id)).toEqual(['hers'])
  expect(send.mock.calls.flat(2).map(({ id }) => id)).toEqual(['mine'])
})

test('who signs out in between sends no more', async () => {
  const many = Array.from({ length: 120 }, (_, number) => scanOf(`seven-${number}`))
  const store = await storeWith(...many)
  let user: number | undefined = 1
  const left = await sendUnsentScans(
    () => user,
    store,
    () => async (scans) => {
      user = undefined
      return accept(scans)
    },
  )
  expect(left).toHaveLength(20)
})
