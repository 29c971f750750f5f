import { Maximize, Minus, Plus } from 'lucide-react'
import { ZOOM_STEP } from './map-keys'
import type { MapControl } from './use-map-view'
import { COUNTRY_BOX } from './view'

export function MapControls({ map }: { map: MapControl }) {
  const buttons = [
    { label: 'Agrandir', Icon: Plus, press: () => map.zoom(ZOOM_STEP) },
    { label: 'Réduire', Icon: Minus, press: () => map.zoom(1 / ZOOM_STEP) },
    { label: 'Tout le pays', Icon: Maximize, press: () => map.show(COUNTRY_BOX) },
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
