// This phone's scans and where they leave each ticket, kept up to date scan by scan: going through a whole evening after
// each one would be felt on a small phone.
import type { Standing } from '../roster/standing'
import type { Scan } from './scan'

/** Where this phone's own scans leave a ticket. */
export interface OwnStanding extends Standing {
  isPending: boolean
}

/** A ticket on a day, by what the roster calls it. */
export interface TicketDay {
  day: string
  ticketKey: string
}

/** What a ticket is called by now. */
type Resolve = (ticketKey: string) => string

export class OwnScans {
  readonly #person: string
  readonly #resolve: Resolve
  /** In the order in which they were made. */
  readonly #scans = new Map<string, Scan>()
  readonly #pending = new Map<string, Scan>()
  /** What took a scan back, by the id of that scan. */
  readonly #undoings = new Map<string, Scan>()
  readonly #byTicket = new Map<string, Set<string>>()
  readonly #standings = new Map<string, OwnStanding & TicketDay>()

  constructor(person: string, resolve: Resolve) {
    this.#person = person
    this.#resolve = resolve
  }

  /** Adds scans, or puts them in the place of those with the same id. Returns the tickets that may stand otherwise now. */
  put(scans: readonly Scan[]): TicketDay[] {
    for (const scan of scans) {
      this.#scans.set(scan.id, scan)
      if (scan.isPending) this.#pending.set(scan.id, scan)
      else this.#pending.delete(scan.id)
      if (scan.undoes) this.#undoings.set(scan.undoes, scan)
    }
    const tickets = scans.flatMap(
      (scan) => this.#assign(scan.undoes ? this.#scans.get(scan.undoes) : scan) ?? [],
    )
    for (const ticket of tickets) this.#judge(ticket)
    return tickets
  }

  /** Calls every ticket by its name again, after the roster has learnt of more tickets. */
  resolveAgain(): void {
    this.#byTicket.clear()
    this.#standings.clear()
    this.put([...this.#scans.values()])
  }

  pending(): Scan[] {
    return [...this.#pending.values()]
  }

  get pendingCount(): number {
    return this.#pending.size
  }

  /** The newest first. */
  last(count: number): Scan[] {
    return [...this.#scans.values()].slice(-count).reverse()
  }

  standings(): Iterable<OwnStanding & TicketDay> {
    return this.#standings.values()
  }

  standingOf(day: string, ticketKey: string): OwnStanding | undefined {
    return this.#standings.get(`${day} ${ticketKey}`)
  }

  #assign(scan: Scan | undefined): TicketDay | null {
    if (!scan?.ticketKey) return null
    const ticket = { day: scan.day, ticketKey: this.#resolve(scan.ticketKey) }
    const key = keyOf(ticket)
    const ofTicket = this.#byTicket.get(key) ?? new Set()
    this.#byTicket.set(key, ofTicket.add(scan.id))
    return ticket
  }

  #judge(ticket: TicketDay): void {
    const ofTicket = [...(this.#byTicket.get(keyOf(ticket)) ?? [])].flatMap((id) => this.#scans.get(id) ?? [])
    const last = lastFact(ofTicket, this.#undoings)
    if (!last) return
    const { at, gate, isPending } = last.scan
    const person = this.#person
    this.#standings.set(keyOf(ticket), { ...ticket, state: last.state, at, gate, person, isPending })
  }
}

const keyOf = ({ day, ticketKey }: TicketDay) => `${day} ${ticketKey}`

interface Fact {
  state: Standing['state']
  /** The scan that says so, or what took one back. */
  scan: Scan
}

/** Scans of one ticket and day may come in any order; what counts is when they were made, and when taken back. */
function lastFact(scans: readonly Scan[], undoings: ReadonlyMap<string, Scan>): Fact | null {
  const made = scans.map((scan) => ({ said: scan, undoing: undoings.get(scan.id) }))
  const facts = made.map(({ said, undoing }) => ({ said, undoing, scan: undoing ?? said }))
  let passed: Standing['state'] = 'not-yet'
  let last: Fact | null = null
  for (const { said, undoing, scan } of facts.sort((one, other) => one.scan.at - other.scan.at)) {
    const state = stateAfter(said)
    if (!state) continue
    // What is taken back leaves the ticket where the scans that nobody took back had brought it.
    last = { state: undoing ? passed : state, scan }
    if (!undoing && said.verdict !== 'already_admitted') passed = state
  }
  return last
}

function stateAfter({ verdict }: Scan): Standing['state'] | null {
  // Whom the server has called inside is inside, whether or not the roster says so yet.
  if (verdict === 'admitted' || verdict === 'readmitted' || verdict === 'already_admitted') return 'inside'
  return verdict === 'left' ? 'out' : null
}
