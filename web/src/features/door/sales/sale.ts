// Sales for cash, as the phone that makes them remembers them.
import type { BlockPlace, CashSum, Currency, DoorBlock } from '@/api/generated/types.gen'

/** What somebody wants to buy. */
export interface Order {
  /** Chosen here: the same sale, sent twice, is one. */
  id: string
  ticketTypeId: number
  quantity: number
  currency: Currency
}

/** An order for which money was taken, and about which the server has not answered. */
export interface UnconfirmedSale extends Order {
  eventId: number
  userId: number
  ticketType: string
  amount: number
}

/** What was sold, for who paid. */
export interface Sold {
  ticketType: string
  quantity: number
  amount: number
  currency: Currency
  tickets: readonly { code: string; content: string }[]
  /** Pages that show the tickets to whoever has the address: one for each sale that the server knows or will know. */
  receipts: readonly string[]
  online: boolean
}

/** A place of this phone's block that was sold without network. */
export interface OfflineSale {
  id: string
  eventId: number
  userId: number
  paymentId: string
  currency: Currency
  amount: number
  at: number
  gate: string
  device: string
  /** Whether the server has still to be told. */
  isPending: boolean
  /** What the server said of it, where somebody has to look at it. */
  problem?: string
}

/** Places that were set aside for this phone, and are not sold. */
export interface KeptBlock extends DoorBlock {
  eventId: number
  userId: number
}

export function priceIn(block: Pick<KeptBlock, 'price'>, currency: Currency): number | null {
  const price = block.price.find((sum: CashSum) => sum.currency === currency)
  return price ? Number(price.amount) : null
}

/** The block without the places that were sold here. */
export function withoutSold(block: KeptBlock, sales: readonly OfflineSale[]): KeptBlock {
  const sold = new Set(sales.map(({ paymentId }) => paymentId))
  return { ...block, places: block.places.filter((place: BlockPlace) => !sold.has(place.payment_id)) }
}
