// The till of this phone: sells by the server while there is a network, and places of its own block while there is none.
// Which of both is decided before money changes hands: a sale whose answer got lost is asked for again under its name and
// never made a second time in the other way.
import { createStore, type StoreApi } from 'zustand'
import type { TillServer } from './calls'
import { refusalWords } from './refusal'
import {
  type KeptBlock,
  type OfflineSale,
  type Order,
  priceIn,
  type Sold,
  type UnconfirmedSale,
  withoutSold,
} from './sale'
import { sendSalesLot } from './sending-sales'
import type { TillStore } from './till-store'

export interface TillState {
  blocks: readonly KeptBlock[]
  /** Those made without network that the server has not heard of. */
  pending: readonly OfflineSale[]
  /** Those that somebody has to look at. */
  problems: readonly OfflineSale[]
  /** One that the server may have made: nothing else is sold before that is settled. */
  unconfirmed: UnconfirmedSale | null
  /** The sale whose receipt is shown. */
  sold: Sold | null
}

interface TillParts {
  eventId: number
  userId: number
  device: string
  server: TillServer
  store: TillStore
  now: () => number
}

export class Till {
  readonly state: StoreApi<TillState> = createStore<TillState>(() => ({
    blocks: [],
    pending: [],
    problems: [],
    unconfirmed: null,
    sold: null,
  }))
  readonly #parts: TillParts

  constructor(parts: TillParts) {
    this.#parts = parts
  }

  /** Reads what lies on this phone. */
  async open(): Promise<void> {
    const { store, eventId, userId } = this.#parts
    const mine = (sale: OfflineSale) => sale.eventId === eventId && sale.userId === userId
    const sales = (await store.readSales()).filter(mine)
    this.state.setState({
      blocks: await store.readBlocks(eventId, userId),
      pending: sales.filter(({ isPending }) => isPending),
      problems: sales.filter(({ problem }) => problem),
      unconfirmed: (await store.readUnconfirmed(eventId, userId)) ?? null,
    })
  }

  blockOf(ticketTypeId: number): KeptBlock | undefined {
    return this.state.getState().blocks.find((block) => block.ticket_type_id === ticketTypeId)
  }

  /**
   * Sells by the server. The order is written down before it is sent, so that it has the same name when it is sent again,
   * even after a reload; `amount` is what the buyer was told.
   */
  async sellOnline(order: Order, ticketType: string, amount: number, gate: string): Promise<Sold> {
    const { server, store, eventId, userId, device } = this.#parts
    const unconfirmed = { ...order, eventId, userId, ticketType, amount }
    // On a full phone it is remembered as long as the screen is open.
    await store.keepUnconfirmed(unconfirmed).catch(() => undefined)
    try {
      const sale = await server.sell(order, gate, device)
      await this.settle(order.id)
      return {
        ...{ ticketType: sale.ticket_type, quantity: sale.quantity, currency: sale.currency },
        ...{ tickets: sale.tickets, receipts: [sale.receipt_url] },
        ...{ amount: Number(sale.amount), online: true },
      }
    } catch (failed) {
      if (refusalWords(failed) === null) this.state.setState({ unconfirmed })
      else await this.settle(order.id)
      throw failed
    }
  }

  /** Nothing more is to be asked about this order. */
  async settle(id: string): Promise<void> {
    await this.#parts.store.forgetUnconfirmed(id).catch(() => undefined)
    this.state.setState({ unconfirmed: null })
  }

  showSold(sold: Sold | null): void {
    this.state.setState({ sold })
  }

  /** Null when this phone has not so many places. */
  async sellHere({ ticketTypeId, quantity, currency }: Order, gate: string): Promise<Sold | null> {
    const { eventId, userId, device, store, now } = this.#parts
    const block = this.blockOf(ticketTypeId)
    const price = block && priceIn(block, currency)
    if (!block || price == null || block.places.length < quantity) return null
    const places = block.places.slice(0, quantity)
    const at = now()
    const sales = places.map(({ payment_id: paymentId }) => ({
      ...{ id: crypto.randomUUID(), eventId, userId, paymentId, currency, amount: price },
      ...{ at, gate, device, isPending: true },
    }))
    await store.sell(withoutSold(block, sales), sales)
    await this.open()
    const [ticketType, receipts] = [block.ticket_type, places.map(({ receipt_url }) => receipt_url)]
    return {
      ticketType,
      quantity,
      amount: price * quantity,
      currency,
      tickets: places,
      receipts,
      online: false,
    }
  }

  /** Tells the server what was sold here; fails when there is no answer. */
  async send(): Promise<void> {
    const { server, store } = this.#parts
    for (let { pending } = this.state.getState(); pending.length > 0; { pending } = this.state.getState()) {
      const sent = await sendSalesLot(pending, server.sync)
      await store.keepSales(sent)
      await this.open()
      // An answer that left something out must not be asked for without end.
      if (sent.some(({ isPending }) => isPending)) return
    }
  }

  /** Sets places aside, so that this phone has so many of the type in all. */
  async setAside(ticketTypeId: number, quantity: number): Promise<void> {
    const { server, store, eventId, userId, device } = this.#parts
    await this.send()
    const block = await server.setAside(ticketTypeId, quantity, device)
    // The block belongs to the phone: somebody else may have sold of it here, and the server may not know that yet.
    await store.keepBlock(withoutSold({ ...block, eventId, userId }, await store.readSales()))
    await this.open()
  }

  /** Puts what is left of a block on sale again. */
  async release(blockId: string): Promise<void> {
    await this.send()
    await this.#parts.server.release(blockId)
    await this.#parts.store.forgetBlock(blockId)
    await this.open()
  }
}
