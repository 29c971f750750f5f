// A map to say where something is: a press sets the mark, and so does Enter for the middle of the map.
import { LocateFixed } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { Button } from '@/ui/button'
import { MapControls } from './map-controls'
import { moveByKey } from './map-keys'
import { BaseLayer, DistanceLayer, NameLayer, townInSight } from './map-layers'
import { MapScale } from './map-scale'
import { useNearMe } from './near-me'
import { type Coordinates, type Point, project, unproject } from './projection'
import { ProvinceLayer } from './province-layer'
import { useMapGestures } from './use-map-gestures'
import { useMapView } from './use-map-view'
import { type Box, boxAround, toPlane, toScreen } from './view'

/** A few kilometres around, so that one sees where in the town it is. */
const AROUND_UNITS = 6
/** Moved farther than this, the finger has dragged the map. */
const STEADY_PIXELS = 6

export type PlacePickerProps = {
  /** What the map shows as long as nothing is marked. */
  home: Box
  place: Coordinates | null
  onPlace: (place: Coordinates) => void
}

export function PlacePicker({ home, place, onPlace }: PlacePickerProps) {
  const map = useMapView(home)
  const { frame, size, view, ready } = map
  const helpId = useId()
  const pressed = useRef<Point>({ x: 0, y: 0 })
  useMapGestures(map)
  const nearMe = useNearMe((found) => {
    onPlace(found)
    map.show(boxAround([project(found)], AROUND_UNITS))
  })

  // Whoever has set the mark by hand meanwhile, or closed the map, waits for no position any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what it says, not by which object says it
  useEffect(() => nearMe.cancel, [place?.latitude, place?.longitude])

  const mark = (at: Point) => onPlace(unproject(toPlane(at, view, size)))

  function press({ clientX: x, clientY: y, currentTarget }: MouseEvent) {
    if (Math.hypot(x - pressed.current.x, y - pressed.current.y) > STEADY_PIXELS) return
    const { left, top } = currentTarget.getBoundingClientRect()
    mark({ x: x - left, y: y - top })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return moveByKey(map, event)
    event.preventDefault()
    mark({ x: size.width / 2, y: size.height / 2 })
  }

  return (
    <div className="grid gap-2">
      <p id={helpId} className="text-sm text-muted">
        Touchez la carte pour placer le repère. Au clavier : flèches pour la déplacer, plus et moins pour
        zoomer, Entrée pour placer le repère au milieu.
      </p>
      <div className="relative h-72 md:h-80">
        <div
          ref={frame}
          role="application"
          aria-label="Carte pour placer l'évènement"
          aria-describedby={helpId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a map is moved by keys, so it takes the focus
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={({ clientX: x, clientY: y }: PointerEvent) => {
            pressed.current = { x, y }
          }}
          onClick={press}
          className="group absolute inset-0 cursor-crosshair touch-none overflow-hidden rounded-2xl bg-water select-none"
        >
          <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" className="size-full">
            <BaseLayer view={view} size={size} />
            <DistanceLayer view={view} size={size} />
            <ProvinceLayer view={view} size={size} buttons={place ? [project(place)] : []} />
            <NameLayer view={view} size={size} />
            <Aim at={{ x: size.width / 2, y: size.height / 2 }} />
            {place && <Pin at={toScreen(project(place), view, size)} />}
          </svg>
        </div>
        {ready && (
          <>
            <MapControls map={map} />
            <MapScale view={view} town={townInSight({ view, size })} />
          </>
        )}
      </div>
      <Button variant="outline" busy={nearMe.asking} onClick={nearMe.ask} className="justify-self-start">
        {!nearMe.asking && <LocateFixed className="size-4.5" aria-hidden="true" />}
        Ma position
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {nearMe.problem}
      </p>
    </div>
  )
}

/** Where Enter would set the mark: only those who use the keyboard need it. */
function Aim({ at: { x, y } }: { at: Point }) {
  const lines = `M${x - 14} ${y}h10M${x + 4} ${y}h10M${x} ${y - 14}v10M${x} ${y + 4}v10`
  return <path d={lines} strokeWidth={2} className="hidden stroke-ink group-focus-visible:block" />
}

function Pin({ at: { x, y } }: { at: Point }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0 0C-5-9-13-15-13-24a13 13 0 0 1 26 0C13-15 5-9 0 0Z"
        className="fill-copper stroke-card"
        strokeWidth={2}
      />
      <circle cy={-24} r={5} className="fill-card" />
    </g>
  )
}
