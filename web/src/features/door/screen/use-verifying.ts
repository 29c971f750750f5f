// One code after the other: asked about, answered, shown.
import { useRef, useState } from 'react'
import type { Gate, Outcome } from '../gate/gate'
import type { Scan } from '../scans/scan'
import type { Direction } from '../verdict/words'

export interface Verifying {
  outcome: Outcome | null
  /** A code was read and its answer is not there yet. */
  isAsking: boolean
  verify: (content: string, direction: Direction) => Promise<void>
  undo: (scan: Scan) => Promise<void>
  clear: () => void
}

export function useVerifying(gate: Gate): Verifying {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isAsking, setAsking] = useState(false)
  const asked = useRef(0)

  async function verify(content: string, direction: Direction): Promise<void> {
    // The last answer must not be taken for the one to this code.
    setOutcome(null)
    setAsking(true)
    const turn = ++asked.current
    const answer = await gate.verify(content, direction)
    if (turn !== asked.current) return
    setOutcome(answer)
    setAsking(false)
  }

  async function undo(scan: Scan): Promise<void> {
    await gate.undo(scan)
    setOutcome(null)
  }

  return { outcome, isAsking, verify, undo, clear: () => setOutcome(null) }
}
