// The product's own gate without network, with a large roster and a long evening behind it.
import { Gate } from '@/features/door/gate/gate'
import type { DoorServer } from '@/features/door/gate/server'
import { openRosterStore } from '@/features/door/roster/roster-store'
import { EVENING, rosterPage } from '@/features/door/roster/testing'
import { openScanStore, type ScanStore } from '@/features/door/scans/scan-store'
import { decide, readContent } from '@/features/door/verdict/decide'
import { EVENT, firstBytesOf, ticketOf } from './tickets'

/** As the server cuts a roster. */
const PAGE = 5000

let gate: Gate
/** Milliseconds that the last scan took to be on the disk. */
let writing = 0

/** `count`: tickets in the roster. `earlier`: scans that this phone has made and not sent yet. */
export async function openGate(count: number, earlier: number): Promise<void> {
  gate = await newGate(rosterPages(count))
  await gate.follow()
  for (let number = 0; number < earlier; number++) await gate.verify(await ticketOf(number), 'in')
}

async function newGate(pages: AsyncGenerator<Awaited<ReturnType<typeof rosterPage>>>): Promise<Gate> {
  const down = () => Promise.reject(new TypeError('Failed to fetch'))
  const server: DoorServer = { verify: down, send: down, readRoster: async () => (await pages.next()).value }
  const [scanStore, rosterStore] = await Promise.all([timedScanStore(), openRosterStore()])
  const person = { id: 1, name: 'amani' }
  const opened = new Gate({ eventId: EVENT, person, device: 'tel-1', server, scanStore, rosterStore })
  opened.name = 'Porte Nord'
  await opened.notes.open()
  return opened
}

async function timedScanStore(): Promise<ScanStore> {
  const store = await openScanStore()
  const put: ScanStore['put'] = async (scans) => {
    const began = performance.now()
    await store.put(scans)
    writing = performance.now() - began
  }
  return { ...store, put }
}

async function* rosterPages(count: number) {
  for (let from = 0; from < count; from += PAGE) {
    const numbers = Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => from + at)
    yield await rosterPage({
      tickets: numbers.map((number) => ({ number, ticket: firstBytesOf(number) })),
      cursor: `1.${from}`,
      complete: from + PAGE >= count,
    })
  }
}

export interface VerdictTimes {
  /** Reading the text, checking the signature, deciding. */
  decision: number[]
  /** From the text until the screen is told: the decision, writing it to the phone, counting. */
  told: number[]
  /** The same without the writing, which is a matter of the disk and not of the processor. */
  computed: number[]
  verdicts: string[]
}

/** Scans `count` tickets, from that number on. */
export async function timeVerdicts(from: number, count: number): Promise<VerdictTimes> {
  const times: VerdictTimes = { decision: [], told: [], computed: [], verdicts: [] }
  const { roster } = gate.notes
  for (let number = from; number < from + count; number++) {
    const text = await ticketOf(number)
    const began = performance.now()
    const reading = await readContent(text, roster)
    const standing = reading.kind === 'ticket' ? gate.notes.standingOf('2026-11-14', reading.key) : undefined
    decide(roster, { reading, direction: 'in', at: EVENING, standing })
    const decided = performance.now()
    const { verdict } = await gate.verify(text, 'in')
    times.decision.push(decided - began)
    const told = performance.now() - decided
    times.told.push(told)
    times.computed.push(told - writing)
    times.verdicts.push(verdict)
  }
  return times
}
