// The foot of the map: how far things are apart, what the map can't tell, whose drawing it is.
import { distanceText } from './projection'
import { scaleBar } from './scale-bar'
import type { MapView } from './view'

const OWN_CREDIT = 'Fond : Natural Earth'

type MapScaleProps = {
  view: MapView
  /** The town that fills the screen. */
  town?: string
  /** Whose tiles it is drawn on, if not on our own drawing. */
  credit?: string
}

export function MapScale({ view, town, credit = OWN_CREDIT }: MapScaleProps) {
  const { km, pixels } = scaleBar(view)
  return (
    <div className="pointer-events-none absolute bottom-2 left-2 grid max-w-[calc(100%-4.5rem)] justify-items-start gap-1 text-xs text-ink">
      {town && (
        <p className="rounded-lg bg-card/85 px-2 py-1">
          Sans plan des rues : les cercles disent la distance au centre de {town}
        </p>
      )}
      <div className="flex items-center gap-2 rounded-lg bg-card/85 px-2 py-1">
        <svg width={pixels} height={8} aria-hidden="true">
          <path d={`M1 0v7h${pixels - 2}V0`} fill="none" className="stroke-ink" strokeWidth={2} />
        </svg>
        <span className="whitespace-nowrap tabular-nums">{distanceText(km)}</span>
        <span className="text-muted">{credit}</span>
      </div>
    </div>
  )
}
