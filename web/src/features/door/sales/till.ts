// The till of this phone: sells by the server while there is a network, and places of its own block while there is none.
// Which of both is decided before money changes hands: a sale whose answer got lost is asked for again under its name and
// never made a second time in the other way.
import { createStore, type StoreApi } from 'zustand'
import type { TillServer } from './calls'
import { type KeptBlock, type OfflineSale, type Order, priceIn, type Sold, withoutSold } from './sale'
import { sendSalesLot } from './sending-sales'
import type { TillStore } from './till-store'

export interface TillState {
  blocks: readonly KeptBlock[]
  /** Those made without network that the server has not heard of. */
  pending: readonly OfflineSale[]
  /** Those that somebody has to look at. */
  problems: readonly OfflineSale[]
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
    })
  }

  blockOf(ticketTypeId: number): KeptBlock | undefined {
    return this.state.getState().blocks.find((block) => block.ticket_type_id === ticketTypeId)
  }

  async sellOnline(order: Order, gate: string): Promise<Sold> {
    const sale = await this.#parts.server.sell(order, gate, this.#parts.device)
    const { ticket_type: ticketType, quantity, currency, tickets, receipt_url, amount } = sale
    const sold = { ticketType, quantity, currency, tickets, receipts: [receipt_url] }
    return { ...sold, amount: Number(amount), online: true }
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
    await store.keepBlock(withoutSold({ ...block, eventId, userId }, this.state.getState().pending))
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
