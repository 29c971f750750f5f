// A gate of an event on this phone: asks the server about a code while it answers quickly, and decides by itself when it
// doesn't. Every scan is remembered, and the server is told later what it has missed.
import type { Scan } from '../scans/scan'
import { sendLot } from '../scans/sending'
import { decide, type Reading, readContent } from '../verdict/decide'
import { sentence } from '../verdict/sentences'
import type { Direction, Verdict } from '../verdict/words'
import { ANSWER_TIMEOUT, inTime } from './in-time'
import { GateNotes, type NotesParts } from './notes'
import type { DoorServer, Question } from './server'

/** What the person at the gate is shown. */
export interface Outcome {
  scanId: string
  /** `unchecked`: nothing could be decided. */
  verdict: Verdict | 'unchecked'
  message: string
  client: string
  ticketType: string
  early: boolean
  online: boolean
}

type GateParts = Omit<NotesParts, 'now'> & {
  device: string
  server: DoorServer
  clockOffset?: number
  /** Called when the server's clock turns out to be another than this phone's. */
  onClockOffset?: (offset: number) => void
  /** Done before scans are sent: the server must know of a sale before it hears that the ticket came in. */
  beforeSending?: () => Promise<void>
}

/** A clock that is off by less is right. */
const CLOCK_TOLERANCE = 30_000
const NOTHING_KNOWN = 'Ce téléphone ne connaît pas encore cet évènement : il lui faut le réseau une fois.'
/** What checks signatures on older phones is fetched when a gate opens. */
const CANT_CHECK =
  'Ce téléphone ne sait pas encore vérifier les billets : il lui faut le réseau une fois, écran ouvert.'

export class Gate {
  readonly notes: GateNotes
  name = ''
  readonly #parts: GateParts
  #clockOffset: number

  constructor(parts: GateParts) {
    this.#parts = parts
    this.#clockOffset = parts.clockOffset ?? 0
    this.notes = new GateNotes({ ...parts, now: () => this.now() })
  }

  now(): number {
    return Date.now() + this.#clockOffset
  }

  /** Never fails: who stands before the gate gets an answer. */
  async verify(content: string, direction: Direction): Promise<Outcome> {
    const id = crypto.randomUUID()
    const at = this.now()
    const question = { id, content, direction, gate: this.name, device: this.#parts.device }
    const reading = await readContent(content, this.notes.roster).catch(() => null)
    const asks = this.#asksAbout(reading, at)
    return (asks && (await this.#askServer(question, at, reading))) || this.#decideHere(question, at, reading)
  }

  /** The server is not asked about what this phone knows and it may not. A phone that knows nothing yet can only ask. */
  #asksAbout(reading: Reading | null, at: number): boolean {
    const { roster, state } = this.notes
    if (!roster.event) return true
    const isPending =
      reading?.kind === 'ticket' && this.notes.standingOf(this.notes.dayAt(at), reading.key)?.isPending
    const { link } = state.getState()
    return !isPending && (link === 'online' || link === 'connecting')
  }

  async #askServer(question: Question, at: number, reading: Reading | null): Promise<Outcome | null> {
    const { server } = this.#parts
    const answer = await inTime((signal) => server.verify(question, signal)).catch(() => 'failed' as const)
    if (answer === null || answer === 'failed') {
      this.notes.publish({ link: answer === null ? 'slow' : 'offline' })
      return null
    }
    if (answer.kind === 'wait') return unchecked(question.id, answer.message)
    const { kind: _, ...told } = answer
    const scan = { ...this.#scanOf(question, at, reading), ...told, online: true, isPending: false }
    await this.notes.remember([scan])
    return { scanId: question.id, online: true, ...told }
  }

  async #decideHere(question: Question, at: number, reading: Reading | null): Promise<Outcome> {
    const { roster } = this.notes
    if (!roster.event) return unchecked(question.id, NOTHING_KNOWN)
    if (reading === null) return unchecked(question.id, CANT_CHECK)
    const day = this.notes.dayAt(at)
    const standing = reading.kind === 'ticket' ? this.notes.standingOf(day, reading.key) : undefined
    const { verdict, message, early } = decide(roster, {
      reading,
      direction: question.direction,
      at,
      standing,
    })
    const scan = { ...this.#scanOf(question, at, reading), verdict, message, online: false, isPending: true }
    await this.notes.remember([{ ...scan, content: question.content.slice(0, 500) }])
    const ticket = reading.kind === 'ticket' ? reading.ticket : undefined
    const ticketType = roster.types[ticket?.type ?? -1]?.label ?? ''
    return {
      scanId: question.id,
      verdict,
      message,
      early,
      online: false,
      client: ticket?.client ?? '',
      ticketType,
    }
  }

  /** Takes an admission back; the server is told when it can be. */
  async undo({ id, day, gate, direction }: Scan): Promise<void> {
    const { event } = this.notes.roster
    const { eventId, person, device } = this.#parts
    const undoing: Scan = {
      id: crypto.randomUUID(),
      undoes: id,
      eventId,
      userId: person.id,
      at: this.now(),
      day,
      direction,
      verdict: 'undone',
      message: event ? sentence('undone', { event, day, early: false }) : '',
      gate,
      device,
      online: false,
      isPending: true,
    }
    await this.notes.remember([undoing])
  }

  /** Tells the server what it has missed and learns what this phone has; called again and again. */
  async follow(): Promise<void> {
    try {
      await this.#sendPending()
      await this.#readRoster()
    } catch (failed) {
      this.notes.publish({ link: 'offline' })
      throw failed
    }
  }

  async #sendPending(): Promise<void> {
    await this.#parts.beforeSending?.()
    for (let pending = this.notes.pending(); pending.length > 0; pending = this.notes.pending()) {
      const { sent, fates } = await sendLot(pending, this.#parts.server.send)
      const contested = fates.filter(({ fate }) => fate === 'conflict')
      this.notes.publish({ contested: [...this.notes.state.getState().contested, ...contested] })
      await this.notes.remember(sent)
    }
  }

  async #readRoster(): Promise<void> {
    const { roster } = this.notes
    await this.notes.tidyUp()
    do {
      const isDelta = roster.isComplete
      const began = Date.now()
      const page = await this.#parts.server.readRoster(roster.cursor)
      // A change that takes longer than anybody waits at a gate is as good as none; a whole page may take its time.
      const isSlow = isDelta && Date.now() - began > ANSWER_TIMEOUT
      this.#setClock(page.now)
      await this.notes.keepPage(page)
      this.notes.publish({ link: isSlow ? 'slow' : 'online' })
    } while (!roster.isComplete)
  }

  #setClock(serverNow: number): void {
    const offset = serverNow - Date.now()
    this.#clockOffset = Math.abs(offset) > CLOCK_TOLERANCE ? offset : 0
    this.#parts.onClockOffset?.(this.#clockOffset)
  }

  #scanOf({ id, direction, gate, device }: Question, at: number, reading: Reading | null) {
    const { eventId, person } = this.#parts
    const ticketKey = reading?.kind === 'ticket' ? reading.key : undefined
    return {
      id,
      eventId,
      userId: person.id,
      ticketKey,
      at,
      day: this.notes.dayAt(at),
      direction,
      gate,
      device,
    }
  }
}

function unchecked(scanId: string, message: string): Outcome {
  return { scanId, verdict: 'unchecked', message, client: '', ticketType: '', early: false, online: false }
}
