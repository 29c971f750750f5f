// Below the camera: how many are in, of how many; a tap shows more.

import type { GateState } from '../gate/state'
import { formatCount } from './figures'

export function CountersBar({ state, onOpen }: { state: GateState; onOpen: () => void }) {
  const { counters, isComplete, reentry } = state
  const { admitted, expected, inside } = counters
  const part = expected ? Math.min(100, (admitted / expected) * 100) : 0
  return (
    <button type="button" onClick={onOpen} className="grid min-h-14 gap-1.5 px-4 text-left">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-4xl leading-none font-extrabold tabular-nums">
          {formatCount(admitted)}
        </span>
        <span className="text-night-muted">
          {admitted > 1 ? 'entrés' : 'entré'}
          {isComplete && ` sur ${formatCount(expected)}`}
          {reentry && ` · ${formatCount(inside)} à l'intérieur`}
        </span>
        <span className="ml-auto font-semibold underline">Détails</span>
      </span>
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-on-night/20">
        <span className="block h-full rounded-full bg-[#2fe38c]" style={{ width: `${part}%` }} />
      </span>
    </button>
  )
}
