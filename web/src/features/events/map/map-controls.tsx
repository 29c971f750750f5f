import { Maximize, Minus, Plus } from 'lucide-react'

type MapControlsProps = { onCloser: () => void; onFarther: () => void; onWhole: () => void }

export function MapControls({ onCloser, onFarther, onWhole }: MapControlsProps) {
  const buttons = [
    { label: 'Agrandir', Icon: Plus, press: onCloser },
    { label: 'Réduire', Icon: Minus, press: onFarther },
    { label: 'Tout le pays', Icon: Maximize, press: onWhole },
  ]
  return (
    <div className="absolute top-2 right-2 grid overflow-hidden rounded-xl bg-card shadow-lift-high">
      {buttons.map(({ label, Icon, press }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          onClick={press}
          className="grid size-11 place-items-center border-line not-first:border-t hover:bg-green-soft focus-visible:-outline-offset-3"
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
