// What this phone can sell of a type at this moment, by which of both ways, and for how much. Pure.
import type { Currency, RosterType } from '@/api/generated/types.gen'
import type { Link } from '../gate/state'
import { type KeptBlock, priceIn } from './sale'

/** `server`: from what anybody can buy; `here`: of the places that were set aside for this phone. */
export type Way = 'server' | 'here'

interface Circumstances {
  link: Link
  /** What anybody can still buy: null where the sale is closed, undefined where it is not known. */
  stock: number | null | undefined
  /** Places on this phone. */
  kept: number
  quantity: number
}

/**
 * The server's places come first, because others can't sell this phone's. Those help when the server has none left, when it
 * is away, and when it answers too slowly for a queue.
 */
export function wayToSell({ link, stock, kept, quantity }: Circumstances): Way | null {
  const mayAsk = link === 'online' || link === 'slow'
  const server = mayAsk && (stock === undefined || (stock !== null && stock >= quantity)) ? 'server' : null
  const here = kept >= quantity ? 'here' : null
  return link === 'online' ? (server ?? here) : (here ?? server)
}

/** What it costs as far as this phone knows; undefined where only the server does. */
export function knownTotal(
  way: Way | null,
  type: Pick<RosterType, 'price' | 'devise'>,
  block: KeptBlock | undefined,
  { quantity, currency }: { quantity: number; currency: Currency },
): number | undefined {
  if (way === 'here') {
    const price = block && priceIn(block, currency)
    return price == null ? undefined : price * quantity
  }
  return way === 'server' && type.devise === currency ? type.price * quantity : undefined
}
