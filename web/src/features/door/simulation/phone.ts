// A phone at a gate as the simulation sees it: the real gate, on a database of its own, before a network that comes and
// goes and may lose an answer after the server has acted.
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { Gate, type Outcome } from '../gate/gate'
import type { DoorServer } from '../gate/server'
import { openRosterStore } from '../roster/roster-store'
import { openScanStore } from '../scans/scan-store'

export type Network = 'up' | 'down' | 'loses answers'

interface PhoneParts {
  /** Tells phones apart without keeping those that were lost, with all that lies on them. */
  id: number
  name: string
  eventId: number
  server: DoorServer
  /** Is told of every admission that the server learns of, also of those whose answer gets lost. */
  onArrival: (scanId: string) => void
  /** What the server has not answered yet. */
  underWay: Set<Promise<unknown>>
}

export class Phone {
  network: Network = 'up'
  /** One answer gets lost on a network that is good before and after it. */
  losesNextAnswer = false
  /** Milliseconds that its clock goes wrong between two answers of the server. */
  clockError = 0
  readonly #parts: PhoneParts
  readonly #disk = new IDBFactory()
  /** Kept with what else this phone remembers of itself. */
  #clockOffset = 0
  #gate: Gate | undefined

  constructor(parts: PhoneParts) {
    this.#parts = parts
  }

  get id(): number {
    return this.#parts.id
  }

  get gate(): Gate {
    if (!this.#gate) throw new Error('this phone is switched off')
    return this.#gate
  }

  /** Opens the scan screen on what lies on the phone's disk: also after a reload or an empty battery. */
  async switchOn(): Promise<void> {
    vi.stubGlobal('indexedDB', this.#disk)
    const [scanStore, rosterStore] = await Promise.all([openScanStore(), openRosterStore()])
    const { name, eventId } = this.#parts
    const person = { id: 1, name: 'amani' }
    this.#gate = new Gate({
      eventId,
      person,
      device: name,
      server: this.#server(),
      scanStore,
      rosterStore,
      clockOffset: this.#clockOffset,
      onClockOffset: (offset) => {
        this.#clockOffset = offset
      },
    })
    this.#gate.name = name
    await this.#gate.notes.open()
  }

  verify(code: string): Promise<Outcome> {
    return this.gate.verify(code, 'in')
  }

  /** Sends what is pending and reads what is new, as far as the network lets it. */
  async follow(): Promise<void> {
    await this.gate.follow().catch(() => undefined)
  }

  #server(): DoorServer {
    const { server, onArrival } = this.#parts
    return {
      // Who stops waiting does not stop the server: what it did counts, whenever it answers.
      verify: (question) =>
        this.#pass(async () => {
          const answer = await server.verify(question, new AbortController().signal)
          if (answer.kind === 'verdict' && answer.verdict === 'admitted') onArrival(question.id)
          return answer
        }),
      send: (scans) =>
        this.#pass(async () => {
          const fates = await server.send(scans)
          for (const { id } of scans) onArrival(id)
          return fates
        }),
      readRoster: (since) =>
        this.#pass(async () => {
          const page = await server.readRoster(since)
          return { ...page, now: page.now + this.clockError }
        }),
    }
  }

  async #pass<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.network === 'down') throw new TypeError('Failed to fetch')
    const answering = ask()
    this.#parts.underWay.add(answering)
    const answer = await answering.finally(() => this.#parts.underWay.delete(answering))
    const isLost = this.network === 'loses answers' || this.losesNextAnswer
    this.losesNextAnswer = false
    if (isLost) throw new TypeError('Failed to fetch')
    return answer
  }
}
