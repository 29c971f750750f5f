// The till's calls to the server. All are quiet: the dialog has its own words.
import { releaseBlock, sellAtDoor, setPlacesAside, syncDoorSales } from '@/api/generated/sdk.gen'
import type { DoorBlock, DoorSale } from '@/api/generated/types.gen'
import type { Order } from './sale'
import type { SyncSales } from './sending-sales'

const QUIET = { quiet: true } as const
/** Longer nobody with notes in the hand waits: the seller is told that nothing is sure. */
const SELL_TIMEOUT = 15_000

/** Every function fails when there is no answer, or when the server refuses. */
export interface TillServer {
  sell: (order: Order, gate: string, device: string) => Promise<DoorSale>
  sync: SyncSales
  setAside: (ticketTypeId: number, quantity: number, device: string) => Promise<DoorBlock>
  release: (blockId: string) => Promise<void>
}

export function tillServer(eventId: number): TillServer {
  const path = { id: eventId }
  return {
    sell: async ({ id, ticketTypeId, quantity, currency }, gate, device) => {
      const body = { id, ticket_type_id: ticketTypeId, quantity, currency, gate, device }
      const signal = AbortSignal.timeout(SELL_TIMEOUT)
      return (await sellAtDoor({ path, body, signal, throwOnError: true, meta: QUIET })).data
    },
    sync: async (sales) => {
      const sent = sales.map(({ id, paymentId, currency, at, gate, device }) => ({
        ...{ id, payment_id: paymentId, currency, at, gate, device },
      }))
      const { data } = await syncDoorSales({ path, body: { sales: sent }, throwOnError: true, meta: QUIET })
      return data.results
    },
    setAside: async (ticketTypeId, quantity, device) => {
      const body = { ticket_type_id: ticketTypeId, quantity, device }
      return (await setPlacesAside({ path, body, throwOnError: true, meta: QUIET })).data
    },
    release: async (blockId) => {
      await releaseBlock({ path: { ...path, block: blockId }, throwOnError: true, meta: QUIET })
    },
  }
}
