import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DoorBlock, DoorSale, SyncedSale } from '@/api/generated/types.gen'
import { ApiError } from '@/lib/api-error'
import type { TillServer } from './calls'
import type { OfflineSale, Order, UnconfirmedSale } from './sale'
import { Till } from './till'
import { openTillStore } from './till-store'

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => vi.unstubAllGlobals())

const place = (number: number) => ({
  ...{ payment_id: `pay-${number}`, ticket_id: `ticket-${number}`, code: `code-${number}` },
  ...{ content: `TUKIO-${number}`, receipt_url: `https://tukio.cd/receipts/${number}` },
})

const block: DoorBlock = {
  ...{ block_id: 'block-1', ticket_type_id: 3, ticket_type: 'Debout' },
  price: [
    { amount: '10.00', currency: 'USD' },
    { amount: '28500', currency: 'CDF' },
  ],
  places: [place(1), place(2), place(3)],
}

const order: Order = { id: 'sale-1', ticketTypeId: 3, quantity: 2, currency: 'CDF' }

const sold = async (sales: readonly OfflineSale[]): Promise<SyncedSale[]> =>
  sales.map(({ id, paymentId }) => ({
    id,
    payment_id: paymentId,
    fate: 'sold',
    known: false,
    message: 'Vendu.',
  }))

async function openTill(sync: TillServer['sync'] = sold, userId = 1) {
  const server = {
    sell: vi.fn<TillServer['sell']>(() => Promise.reject(new TypeError('Failed to fetch'))),
    sync: vi.fn<TillServer['sync']>(sync),
    setAside: vi.fn<TillServer['setAside']>(async () => block),
    release: vi.fn<TillServer['release']>(async () => undefined),
  }
  const store = await openTillStore()
  const till = new Till({ eventId: 7, userId, device: 'tel-1', server, store, now: () => 1_000_000 })
  await till.open()
  return { till, server }
}

test('places of the block are sold without network, at the price they were set aside for, once each', async () => {
  const { till } = await openTill()
  await till.setAside(3, 3)
  const first = await till.sellHere(order, 'Porte Sud')
  expect(first).toMatchObject({ amount: 57_000, currency: 'CDF', online: false, ticketType: 'Debout' })
  expect(first?.tickets.map(({ content }) => content)).toEqual(['TUKIO-1', 'TUKIO-2'])
  expect(first?.receipts).toEqual(['https://tukio.cd/receipts/1', 'https://tukio.cd/receipts/2'])
  expect(await till.sellHere(order, 'Porte Sud')).toBeNull()
  expect((await till.sellHere({ ...order, quantity: 1, currency: 'USD' }, ''))?.amount).toBe(10)
  expect(till.blockOf(3)?.places).toEqual([])
})

test('sales outlive a reload, are sent once, and say how they were made', async () => {
  const { till } = await openTill()
  await till.setAside(3, 3)
  await till.sellHere(order, 'Porte Sud')

  const { till: later, server } = await openTill()
  expect(later.state.getState().pending).toHaveLength(2)
  expect(later.blockOf(3)?.places).toHaveLength(1)
  await later.send()
  await later.send()
  expect(server.sync).toHaveBeenCalledOnce()
  expect(server.sync.mock.calls[0]?.[0].map(({ paymentId }) => paymentId).sort()).toEqual(['pay-1', 'pay-2'])
  expect(server.sync.mock.calls[0]?.[0][0]).toMatchObject({
    gate: 'Porte Sud',
    device: 'tel-1',
    at: 1_000_000,
  })
  expect(later.state.getState().pending).toEqual([])
})

test('what the server can not take in is shown, and not sent for ever', async () => {
  const sync: TillServer['sync'] = async (sales) =>
    sales.map(({ id }) => ({ id, fate: 'review', known: false, message: 'Cette place était rendue.' }))
  const { till } = await openTill(sync)
  await till.setAside(3, 3)
  await till.sellHere({ ...order, quantity: 1 }, '')
  await till.send()
  expect(till.state.getState()).toMatchObject({
    pending: [],
    problems: [{ problem: 'Cette place était rendue.' }],
  })
})

test('no block is changed or given back before the server knows what was sold of it', async () => {
  const { till, server } = await openTill()
  await till.setAside(3, 3)
  await till.sellHere({ ...order, quantity: 1 }, '')
  server.sync.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(till.release('block-1')).rejects.toThrow()
  expect(server.release).not.toHaveBeenCalled()
  expect(till.blockOf(3)?.places).toHaveLength(2)
  await till.release('block-1')
  expect(server.sync).toHaveBeenCalledTimes(2)
  expect(till.blockOf(3)).toBeUndefined()
})

test('who takes over a phone does not sell again what was sold there before', async () => {
  const { till } = await openTill()
  await till.setAside(3, 3)
  await till.sellHere(order, '')
  const { till: next } = await openTill(sold, 2)
  await next.setAside(3, 3)
  expect(next.blockOf(3)?.places.map(({ payment_id }) => payment_id)).toEqual(['pay-3'])
})

test('where the browser gives no room at all, only the server sells', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const { till, server } = await openTill()
  await expect(till.setAside(3, 3)).rejects.toThrow('no database')
  await expect(till.sellOnline(order, 'Debout', 57_000, '')).rejects.toThrow('Failed to fetch')
  expect(server.sell).toHaveBeenCalledOnce()
  expect(till.state.getState().unconfirmed).toMatchObject({ id: order.id })
})

test('on a full phone nothing is sold without network', async () => {
  const { till } = await openTill()
  await till.setAside(3, 3)
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(till.sellHere(order, '')).rejects.toThrow('full')
  full.mockRestore()
  expect(till.blockOf(3)?.places).toHaveLength(3)
  expect(till.state.getState().pending).toEqual([])
})

const answered: DoorSale = {
  ...{ payment_id: 'p', amount: '57000', currency: 'CDF', quantity: 2, ticket_type: 'Debout', sold_at: 1 },
  ...{ receipt: 'r', receipt_url: 'https://tukio.cd/receipts/r', tickets: [place(8), place(9)] },
}

test('a sale by the server is the same one when it is asked for again, even after a reload', async () => {
  const { till } = await openTill()
  await expect(till.sellOnline(order, 'Debout', 57_000, 'Porte Sud')).rejects.toThrow()
  expect(till.state.getState().unconfirmed).toMatchObject({ id: 'sale-1', amount: 57_000 })

  const { till: later, server } = await openTill()
  const unconfirmed = later.state.getState().unconfirmed as UnconfirmedSale
  expect(unconfirmed).toMatchObject({ ...order, ticketType: 'Debout', amount: 57_000 })
  server.sell.mockResolvedValueOnce(answered)
  expect(await later.sellOnline(unconfirmed, 'Debout', 57_000, '')).toMatchObject({ amount: 57_000 })
  expect(server.sell.mock.calls[0]?.[0].id).toBe('sale-1')
  await later.open()
  expect(later.state.getState().unconfirmed).toBeNull()
})

test('what the server refuses is settled, and what it stumbles over is not', async () => {
  const { till, server } = await openTill()
  server.sell.mockRejectedValueOnce(new ApiError(503, undefined))
  await expect(till.sellOnline(order, 'Debout', 57_000, '')).rejects.toThrow()
  expect(till.state.getState().unconfirmed).not.toBeNull()
  server.sell.mockRejectedValueOnce(new ApiError(409, { detail: 'Ce billet est épuisé.' }))
  await expect(till.sellOnline(order, 'Debout', 57_000, '')).rejects.toThrow()
  await till.open()
  expect(till.state.getState().unconfirmed).toBeNull()
})
