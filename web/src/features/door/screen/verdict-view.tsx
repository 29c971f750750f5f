// The answer to a scan on the whole screen. A tap goes on; so does the next code that is held up. Who may pass is not kept
// waiting for either: that answer goes by itself. A refusal stays until somebody has dealt with it.
import { CloudOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Outcome } from '../gate/gate'
import { beep, vibrate } from './feedback'
import { joinFacts } from './join-facts'
import { lookOf } from './look'

/** Long enough to be read and shown to who stands before the gate. */
const GOES_AFTER = 2000

type VerdictViewProps = { outcome: Outcome; onNext: () => void; onUndo?: () => void }

export function VerdictView({ outcome, onNext, onUndo }: VerdictViewProps) {
  const { colours, Icon, word, sound, vibration, goes } = lookOf(outcome)
  const next = useRef<HTMLButtonElement>(null)
  const going = useRef(onNext)
  going.current = onNext
  useEffect(() => {
    const before = document.activeElement
    beep(sound)
    vibrate(vibration)
    next.current?.focus()
    const timer = goes ? setTimeout(() => going.current(), GOES_AFTER) : undefined
    return () => {
      clearTimeout(timer)
      // The keyboard goes on where it was.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [sound, vibration, goes])
  const { client, ticketType, message, online } = outcome
  return (
    <div
      role="alert"
      data-verdict={outcome.verdict}
      style={colours}
      className="absolute inset-0 z-10 flex flex-col"
    >
      {/* The whole ground is a button for a thumb; the one below says so to everybody else. */}
      <button type="button" tabIndex={-1} aria-hidden="true" onClick={onNext} className="absolute inset-0" />
      <div className="pointer-events-none relative mx-auto flex w-full max-w-2xl flex-1 flex-col justify-end gap-3 overflow-y-auto p-5 break-words">
        <Icon
          className="size-[clamp(5rem,min(52vw,30dvh),15rem)] shrink-0"
          strokeWidth={2.25}
          aria-hidden="true"
        />
        <p
          style={{ fontSize: sizeOf(word) }}
          className="font-display leading-none font-extrabold text-balance uppercase [overflow-wrap:normal]"
        >
          {word}
        </p>
        {(client || ticketType) && <p className="text-2xl font-bold">{joinFacts(client, ticketType)}</p>}
        <p className="text-lg font-semibold">{message}</p>
        {!online && outcome.verdict !== 'unchecked' && (
          <p className="flex items-center gap-2 font-semibold">
            <CloudOff className="size-5 shrink-0" aria-hidden="true" />
            Décidé par ce téléphone, sans réseau
          </p>
        )}
      </div>
      <div className="relative mx-auto flex w-full max-w-2xl gap-3 p-4">
        <button
          ref={next}
          type="button"
          onClick={onNext}
          className="min-h-16 flex-1 rounded-2xl bg-white px-4 text-lg font-bold text-[#04140c]"
        >
          Suivant
        </button>
        {onUndo && (
          <button
            type="button"
            onClick={onUndo}
            className="min-h-16 rounded-2xl border-2 border-current px-5 text-lg font-bold"
          >
            Annuler
          </button>
        )}
      </div>
    </div>
  )
}

/**
 * As large as its longest part fits on a line, also where the face has not come and the phone's own widest takes its place:
 * there a letter is up to 0.79 times as wide as high.
 */
function sizeOf(word: string): string {
  const longest = Math.max(...word.split(' ').map((part) => part.length))
  return `min(6rem, calc((min(100vw, 42rem) - 2.5rem) / ${longest * 0.8}))`
}
