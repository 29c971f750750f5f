// Another gate's codes as this phone's camera reads them, and what came of it in words.
import { useRef, useState } from 'react'
import type { Gate } from '../gate/gate'
import { beep, vibrate } from '../screen/feedback'
import { formatCount } from '../screen/figures'
import { SeriesReader, type Shown } from './series'

export interface SeriesReading {
  /** Empty while no other gate was read. */
  words: string
  add: (text: string) => Promise<void>
  dismiss: () => void
}

export function useSeriesReading(gate: Gate, eventId: number): SeriesReading {
  const reader = useRef(new SeriesReader())
  // What was read to its end is still before the camera: it is learnt once.
  const learnt = useRef<string | null>(null)
  const [words, setWords] = useState('')

  async function add(text: string): Promise<void> {
    const progress = await reader.current.add(text)
    if (!progress) return setWords("Ce code d'une autre porte est illisible : faites-le montrer de nouveau.")
    const { read, count, shown } = progress
    if (!shown) return setWords(`Lecture d'une autre porte : ${read} sur ${count}. Restez devant son écran.`)
    const name = JSON.stringify(shown)
    if (learnt.current === name) return
    learnt.current = name
    setWords(await learn(shown))
  }

  async function learn({ eventId: shownEvent, day, gate: from, numbers }: Shown): Promise<string> {
    if (shownEvent !== eventId) return "Ces codes sont ceux d'un autre évènement."
    const added = await gate.notes.learnShown(day, from, numbers)
    beep([880, 1320])
    vibrate([80])
    const where = from || "L'autre porte"
    if (added === 0) return `${where} : tout était déjà connu ici.`
    return `${where} : ${formatCount(added)} ${added > 1 ? 'entrées apprises' : 'entrée apprise'}.`
  }

  return { words, add, dismiss: () => setWords('') }
}
