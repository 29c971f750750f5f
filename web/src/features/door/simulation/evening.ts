// An evening at several gates: three scans in ten are of a ticket that came before, networks come and go, clocks are
// minutes off, batteries run out, phones are lost with all that they have not sent.
import type { DoorServer } from '../gate/server'
import type { Dice } from './dice'
import { type Network, Phone } from './phone'

const GATES = 8
const REPEATED = 30
/** In a hundred scans, so many times something happens to a phone. */
const INCIDENTS = 5
/**
 * However long an evening is, no more phones are lost or run out of battery than in one of so many scans: each of them
 * reads the whole roster again, and an evening of a hundred thousand scans would take hours.
 */
const SCANS_WITH_FAILING_PHONES = 10_000
/** In a hundred scans, so many times an answer gets lost: a refusal that nobody hears is what is hardest to make good. */
const LOST_ANSWERS = 5
const MINUTE = 60_000

export interface EveningParts {
  eventId: number
  codes: readonly string[]
  /** One for each process of the server; gates use them in turns. */
  servers: readonly DoorServer[]
  dice: Dice
  /** How many scans the evening has. */
  scans: number
}

interface Admission {
  scanId: string
  phoneId: number
}

export class Evening {
  /** Of a ticket that the server had let in and was asked about again. */
  doublesOnline = 0
  /** Of a ticket that the same phone had let in by itself. */
  doublesOfOnePhone = 0
  /** Of a ticket that nobody had let in. */
  wrongRefusals = 0
  phonesLost = 0
  batteriesEmpty = 0
  readonly #parts: EveningParts
  readonly #arrived = new Set<string>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #admissions = new Map<number, Admission[]>()
  #phones: Phone[] = []
  #came = 0
  #phonesMade = 0

  constructor(parts: EveningParts) {
    this.#parts = parts
  }

  async open(): Promise<void> {
    for (let number = 0; number < GATES; number++) this.#phones.push(await this.#newPhone(number))
  }

  async scan(): Promise<void> {
    const { dice } = this.#parts
    const ticket = this.#came > 0 && dice.chance(REPEATED) ? this.#cameBefore() : this.#came++
    const phones = new Set([dice.pick(this.#phones)])
    // Two gates at the same moment, with one code between them.
    if (dice.chance(10)) phones.add(dice.pick(this.#phones))
    for (const phone of phones) phone.losesNextAnswer ||= dice.chance(LOST_ANSWERS)
    await this.#scanAt([...phones], ticket)
    if (dice.chance(INCIDENTS)) await this.#incident(dice.below(GATES))
    if (dice.chance(10)) await dice.pick(this.#phones).follow()
  }

  /** Every phone that is left has network again, and sends what it has. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    for (const phone of this.#phones) {
      phone.network = 'up'
      phone.losesNextAnswer = false
    }
    for (const phone of this.#phones) await phone.gate.follow()
  }

  /** Tickets that were let in, as far as the server can know. */
  get ticketsIn(): number {
    return this.#arrivedAdmissions().length
  }

  /** How often a ticket was let in that was in already, as far as the server can know. */
  get doubles(): number {
    return this.#arrivedAdmissions().reduce((sum, times) => sum + times - 1, 0)
  }

  #arrivedAdmissions(): number[] {
    const times = [...this.#admissions.values()].map(
      (admissions) => admissions.filter(({ scanId }) => this.#arrived.has(scanId)).length,
    )
    return times.filter((count) => count > 0)
  }

  #cameBefore(): number {
    const { dice } = this.#parts
    // Who passes a ticket back over the fence mostly does so soon.
    const soon = Math.min(this.#came, 30)
    return dice.chance(80) ? this.#came - 1 - dice.below(soon) : dice.below(this.#came)
  }

  async #scanAt(phones: readonly Phone[], ticket: number): Promise<void> {
    const code = this.#parts.codes[ticket]
    if (!code) throw new Error('there are too few tickets')
    const before = this.#admissions.get(ticket) ?? []
    const wasKnown = before.some(({ scanId }) => this.#arrived.has(scanId))
    const outcomes = await Promise.all(
      phones.map(async (phone) => ({ phoneId: phone.id, ...(await phone.verify(code)) })),
    )
    const admitted = outcomes.filter(({ verdict }) => verdict === 'admitted')
    const times = Number(wasKnown) + admitted.filter(({ online }) => online).length
    this.doublesOnline += Math.max(times - 1, 0)
    const isRepeated = (phoneId: number) => before.some((admission) => admission.phoneId === phoneId)
    this.doublesOfOnePhone += admitted.filter(({ phoneId }) => isRepeated(phoneId)).length
    const isChecked = outcomes.some(({ verdict }) => verdict !== 'unchecked')
    if (before.length === 0 && admitted.length === 0 && isChecked) this.wrongRefusals++
    this.#admissions.set(ticket, [...before, ...admitted.map(({ scanId, phoneId }) => ({ scanId, phoneId }))])
  }

  async #incident(number: number): Promise<void> {
    const { dice } = this.#parts
    const phone = this.#phones[number]
    if (!phone) throw new Error('no such gate')
    phone.clockError = (dice.below(11) - 5) * MINUTE
    switch (dice.below(10)) {
      case 0:
        if (this.#isSpared()) break
        this.phonesLost++
        this.#phones[number] = await this.#newPhone(number)
        break
      case 1:
      case 2:
        if (this.#isSpared()) break
        this.batteriesEmpty++
        await phone.switchOn()
        break
      case 3:
        await this.#showTo(phone, dice.pick(this.#phones))
        break
      default:
        phone.network = dice.pick<Network>(['up', 'up', 'down', 'down', 'loses answers'])
        await phone.follow()
    }
  }

  /** Whether a phone that would fail goes on working, because the evening is a long one. */
  #isSpared(): boolean {
    const { dice, scans } = this.#parts
    return dice.below(scans) >= SCANS_WITH_FAILING_PHONES
  }

  /** One gate shows whom it has let in to another, without network. */
  async #showTo(one: Phone, other: Phone): Promise<void> {
    const { gate } = one
    const day = gate.notes.dayAt(gate.now())
    if (one !== other && day) await other.gate.notes.learnShown(day, gate.name, gate.notes.admittedOn(day))
  }

  async #newPhone(number: number): Promise<Phone> {
    const { eventId, servers } = this.#parts
    const server = servers[number % servers.length]
    if (!server) throw new Error('there is no server')
    const onArrival = (scanId: string) => void this.#arrived.add(scanId)
    const phone = new Phone({
      id: this.#phonesMade++,
      name: `Porte ${number + 1}`,
      eventId,
      server,
      onArrival,
      underWay: this.#underWay,
    })
    await phone.switchOn()
    await phone.follow()
    return phone
  }
}
