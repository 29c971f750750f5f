// One code after the other: asked about, answered, shown.
import { useRef, useState } from 'react'
import type { Gate, Outcome } from '../gate/gate'
import type { Scan } from '../scans/scan'
import type { Direction } from '../verdict/words'

/** An answer that comes sooner is shown at once: to draw before that it is awaited would only delay it. */
const SHOWS_WAITING_AFTER = 150

export interface Verifying {
  outcome: Outcome | null
  /** A code was read and its answer is not there yet. */
  isAsking: boolean
  verify: (content: string, direction: Direction) => Promise<void>
  /** Lets in several who have just paid, until one may not. */
  admit: (contents: readonly string[]) => Promise<void>
  undo: (scan: Scan) => Promise<void>
  clear: () => void
}

export function useVerifying(gate: Gate): Verifying {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isAsking, setAsking] = useState(false)
  const asked = useRef(0)

  async function ask(question: () => Promise<Outcome>): Promise<void> {
    const turn = ++asked.current
    const waiting = setTimeout(() => {
      // The last answer must not be taken for the one to this code.
      setOutcome(null)
      setAsking(true)
    }, SHOWS_WAITING_AFTER)
    const answer = await question().finally(() => clearTimeout(waiting))
    if (turn !== asked.current) return
    setOutcome(answer)
    setAsking(false)
  }

  async function admitEach([first = '', ...others]: readonly string[]): Promise<Outcome> {
    let outcome = await gate.verify(first, 'in')
    let count = 1
    for (const content of others) {
      if (outcome.verdict !== 'admitted') return outcome
      outcome = await gate.verify(content, 'in')
      count++
    }
    const isAll = outcome.verdict === 'admitted' && count > 1
    return isAll ? { ...outcome, message: `${count} entrées validées.` } : outcome
  }

  async function undo(scan: Scan): Promise<void> {
    await gate.undo(scan)
    setOutcome(null)
  }

  const verify = (content: string, direction: Direction) => ask(() => gate.verify(content, direction))
  const admit = (contents: readonly string[]) => ask(() => admitEach(contents))
  return { outcome, isAsking, verify, admit, undo, clear: () => setOutcome(null) }
}
