// Below everything, where the thumb is: what a gate does besides reading codes.
import type { Direction } from '../verdict/words'
import type { DialogName } from './gate-dialogs'

const ACTION =
  'min-h-16 rounded-2xl bg-on-night/15 px-1 text-[0.9375rem] leading-tight font-bold min-[22.5rem]:px-2 min-[22.5rem]:text-[1.0625rem]'

type ActionBarProps = {
  reentry: boolean
  direction: Direction
  onDirection: (direction: Direction) => void
  onOpen: (dialog: DialogName) => void
}

export function ActionBar({ reentry, direction, onDirection, onOpen }: ActionBarProps) {
  return (
    <div className="grid grid-cols-3 gap-2 px-3">
      <button type="button" className={ACTION} onClick={() => onOpen('code')}>
        Saisir un code
      </button>
      <button type="button" className={ACTION} onClick={() => onOpen('search')}>
        Chercher un nom
      </button>
      <button type="button" className={ACTION} onClick={() => onOpen('sell')}>
        Vendre
      </button>
      {reentry && (
        <button
          type="button"
          aria-pressed={direction === 'out'}
          onClick={() => onDirection(direction === 'in' ? 'out' : 'in')}
          className={`col-span-3 ${ACTION} aria-pressed:bg-[#ffb52e] aria-pressed:text-[#1c1000]`}
        >
          {direction === 'in' ? 'Passer aux sorties' : 'Sorties : revenir aux entrées'}
        </button>
      )}
    </div>
  )
}
