// What a gate asks of the server. Every function fails when there is no answer.
import type { Roster as RosterPage } from '@/api/generated/types.gen'
import type { SendScans } from '../scans/sending'
import type { Direction, Verdict } from '../verdict/words'

export interface Question {
  id: string
  content: string
  direction: Direction
  gate: string
  device: string
}

export type Answer =
  | {
      kind: 'verdict'
      verdict: Verdict
      message: string
      client: string
      ticketType: string
      early: boolean
    }
  /** Too many codes that don't exist were typed here. */
  | { kind: 'wait'; message: string }

export interface DoorServer {
  verify: (question: Question, signal: AbortSignal) => Promise<Answer>
  readRoster: (since: string | null) => Promise<RosterPage>
  send: SendScans
}
