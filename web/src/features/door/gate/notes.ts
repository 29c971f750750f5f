// What a gate knows and has done: the roster, this phone's own scans, and where both leave a ticket. Everything is written
// to the phone before it counts.
import type { Roster as RosterPage } from '@/api/generated/types.gen'
import { doorDay } from '../roster/days'
import { numberKey, Roster } from '../roster/roster'
import type { RosterStore } from '../roster/roster-store'
import type { Standing } from '../roster/standing'
import { OwnScans } from '../scans/own-scans'
import type { Scan } from '../scans/scan'
import type { ScanStore } from '../scans/scan-store'
import { Counting, isNewer } from './counters'
import { createPatientStore } from './patient-store'
import { type GateState, NOTHING_KNOWN, summary } from './state'

/** A roster put together from more pages than this is read anew. */
const MOST_PAGES = 2000

export interface NotesParts {
  eventId: number
  person: { id: number; name: string }
  scanStore: ScanStore
  rosterStore: RosterStore
  /** By the server's clock, as far as it is known. */
  now: () => number
}

export class GateNotes {
  readonly state = createPatientStore<GateState>(NOTHING_KNOWN)
  readonly roster = new Roster()
  readonly #parts: NotesParts
  readonly #own: OwnScans
  readonly #counting: Counting
  /** Those for which there was no room on this phone. */
  #unsaved: readonly Scan[] = []
  #pageCount = 0
  /** After one that could not be written none is, because those that follow don't repeat it: it is read again later. */
  #hasRoomForPages = true

  constructor(parts: NotesParts) {
    this.#parts = parts
    this.#own = new OwnScans(parts.person.name, (key) => this.roster.resolve(key))
    this.#counting = new Counting(this.roster, this.#own)
  }

  /** Reads what lies on this phone. */
  async open(): Promise<void> {
    const { rosterStore, scanStore, eventId, person, now } = this.#parts
    const pages = await rosterStore.readPages(eventId)
    for (const page of pages) this.roster.apply(page)
    this.#pageCount = pages.length
    for (const { day, numbers, gate, at } of await rosterStore.readShown(eventId))
      this.#learn(day, numbers, shownStanding(at, gate))
    this.#own.put(await scanStore.read(eventId, person.id, now()))
    this.#counting.countAll()
    this.publish({ isOpen: true })
  }

  /** The day of the event that counts at that moment; empty while nothing is known of it. */
  dayAt(at: number): string {
    return this.roster.event ? doorDay(this.roster.event, at) : ''
  }

  pending(): Scan[] {
    return this.#own.pending()
  }

  /** Keeps new scans, and those that have changed in the place of what they were. Done when they are on the disk. */
  async remember(scans: readonly Scan[]): Promise<void> {
    for (const ticket of this.#own.put(scans)) this.#counting.count(ticket)
    await this.#save(scans)
  }

  async keepPage(page: RosterPage): Promise<void> {
    const { rosterStore, eventId } = this.#parts
    const hasNews =
      page.tickets.count > 0 ||
      page.scans.dense.length > 0 ||
      JSON.stringify(page.event) !== JSON.stringify(this.roster.event)
    this.roster.apply(page)
    if (hasNews) this.#followRoster()
    if (hasNews && this.#hasRoomForPages) {
      this.#pageCount++
      await rosterStore.addPage(eventId, page).catch(() => {
        this.#hasRoomForPages = false
      })
    }
    this.publish({ isStorageFull: this.#isStorageFull() })
  }

  /** Has a roster of very many pages begin again, while there is a network. */
  async tidyUp(): Promise<void> {
    if (this.#pageCount <= MOST_PAGES) return
    await this.#parts.rosterStore.forgetPages(this.#parts.eventId)
    this.#pageCount = 0
    this.roster.cursor = null
  }

  /** What another gate has shown: whom it let in is inside for this one, too. Returns how many were new here. */
  async learnShown(day: string, gate: string, numbers: readonly number[]): Promise<number> {
    const { rosterStore, eventId, now } = this.#parts
    const isNew = (number: number) => !isAdmitted(this.standingOf(day, numberKey(number)))
    const shown = { eventId, day, gate, at: now(), numbers: numbers.filter(isNew) }
    this.#learn(day, shown.numbers, shownStanding(shown.at, gate))
    this.#counting.countAll()
    await rosterStore.addShown(shown).catch(() => {
      this.#hasRoomForPages = false
    })
    this.publish({ isStorageFull: this.#isStorageFull() })
    return shown.numbers.length
  }

  /** This phone's scans are counted anew, because tickets of theirs may have got their number, or another word on them. */
  #followRoster(): void {
    this.#own.resolveAgain()
    this.#counting.countAll()
  }

  #learn(day: string, numbers: readonly number[], standing: Standing): void {
    for (const key of numbers.map(numberKey))
      if (!isAdmitted(this.roster.standingOf(day, key))) this.roster.record(day, key, standing)
  }

  /** The numbers of those whom this phone takes for admitted on that day. */
  admittedOn(day: string): number[] {
    const own = [...this.#own.standings()].flatMap((standing) =>
      standing.day === day && isAdmitted(standing)
        ? (this.roster.ticketOf(standing.ticketKey)?.number ?? [])
        : [],
    )
    return [...new Set([...this.roster.admittedOn(day), ...own])].sort((one, other) => one - other)
  }

  standingOf(day: string, ticketKey: string): Standing | undefined {
    const own = this.#own.standingOf(day, ticketKey)
    const told = this.roster.standingOf(day, ticketKey)
    return own && isNewer(own, told) ? own : told
  }

  publish(change: Partial<GateState>): void {
    const counters = this.#counting.countersOf(this.dayAt(this.#parts.now()))
    this.state.setState({ ...summary(this.roster, this.#own, counters), ...change })
  }

  /** What can't be written stays in the page's memory, and the person is told; it is tried again with the next scan. */
  async #save(scans: readonly Scan[]): Promise<void> {
    const changed = new Set(scans.map(({ id }) => id))
    const unsaved = [...this.#unsaved.filter(({ id }) => !changed.has(id)), ...scans]
    try {
      await this.#parts.scanStore.put(unsaved)
      this.#unsaved = []
    } catch {
      this.#unsaved = unsaved
    }
    this.publish({ isStorageFull: this.#isStorageFull() })
  }

  #isStorageFull(): boolean {
    return this.#unsaved.length > 0 || !this.#hasRoomForPages
  }
}

function isAdmitted(standing: Standing | undefined): boolean {
  return standing !== undefined && standing.state !== 'not-yet'
}

/** The server need not have heard yet of what another gate has shown. */
function shownStanding(at: number, gate: string): Standing {
  return { state: 'inside', at, gate, person: '', isPending: true }
}
