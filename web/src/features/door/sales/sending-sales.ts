// Tells the server what was sold without network.
import type { SyncedSale } from '@/api/generated/types.gen'
import type { OfflineSale } from './sale'

export type SyncSales = (sales: readonly OfflineSale[]) => Promise<SyncedSale[]>

/** Sales in one request: fewer than the server takes. */
const LOT = 100

/** Sends the first of them. Returns them as they are to be remembered from now on. */
export async function sendSalesLot(pending: readonly OfflineSale[], sync: SyncSales): Promise<OfflineSale[]> {
  const lot = pending.slice(0, LOT)
  const fates = new Map((await sync(lot)).map((fate) => [fate.id, fate]))
  return lot.map((sale) => {
    const fate = fates.get(sale.id)
    const hasProblem = fate !== undefined && fate.fate !== 'sold'
    return { ...sale, isPending: fate === undefined, ...(hasProblem && { problem: fate.message }) }
  })
}
