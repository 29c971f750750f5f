// The map itself: the drawing, the events on it, and what moves it. Everything on it is in the list beside it too.
import { useId, useMemo } from 'react'
import { cluster } from './clusters'
import { MapControls } from './map-controls'
import { moveByKey } from './map-keys'
import { BaseLayer, DistanceLayer, NameLayer, TileLayer, townInSight } from './map-layers'
import { MapDots, MapMarkers } from './map-markers'
import { MapScale } from './map-scale'
import { onOneSpot, type PlacedEvent } from './placed-events'
import type { Point } from './projection'
import { ProvinceLayer } from './province-layer'
import { tileServer } from './tiles'
import { useMapGestures } from './use-map-gestures'
import type { MapControl } from './use-map-view'
import { boxAround, COUNTRY_BOX, fitBox, isClosest, isInside, toScreen, visibleBox } from './view'

/** Buttons are 44 px wide and need a little air. */
const CLUSTER_PIXELS = 50
type MapCanvasProps = {
  map: MapControl
  events: readonly PlacedEvent[]
  /** Where the person is, once they told. */
  here: Point | null
  marked: ReadonlySet<number>
  onOpen: (events: PlacedEvent[]) => void
}

export function MapCanvas({ map, events, here, marked, onOpen }: MapCanvasProps) {
  const { frame, size, view, ready } = map
  const helpId = useId()
  useMapGestures(map)
  const clusters = useMemo(() => cluster(events, view.scale, CLUSTER_PIXELS), [events, view.scale])
  const reachable = visibleBox(view, size, 22)
  const shown = ready ? clusters.filter(({ point }) => isInside(point, reachable)) : clusters
  const tiles = ready ? tileServer() : null
  const wholeCountry = view.scale <= fitBox(COUNTRY_BOX, size).scale

  function press(items: PlacedEvent[]) {
    if (items.length === 1 || onOneSpot(items) || isClosest(view)) return onOpen(items)
    map.show(boxAround(items.map(({ point }) => point)), 70)
    // The button is about to part into others.
    frame.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <p id={helpId} className="sr-only">
        Flèches pour déplacer la carte, plus et moins pour zoomer, zéro pour voir tout le pays. Les mêmes
        évènements sont dans la liste.
      </p>
      <div
        ref={frame}
        role="application"
        aria-label="Carte des évènements"
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a map is moved by keys, so it takes the focus
        tabIndex={0}
        onKeyDown={(event) => moveByKey(map, event)}
        className={`absolute inset-0 cursor-grab overflow-hidden rounded-3xl bg-water select-none active:cursor-grabbing ${wholeCountry ? 'touch-pan-y' : 'touch-none'}`}
      >
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" className="size-full">
          <BaseLayer view={view} size={size} />
          {tiles && <TileLayer server={tiles} view={view} size={size} />}
          {!tiles && <DistanceLayer view={view} size={size} />}
          <ProvinceLayer view={view} size={size} buttons={clusters.map(({ point }) => point)} />
          <NameLayer view={view} size={size} />
          {here && <Here at={toScreen(here, view, size)} />}
          {!ready && <MapDots clusters={clusters} view={view} size={size} />}
        </svg>
        {ready && (
          <MapMarkers
            clusters={shown}
            view={view}
            size={size}
            marked={marked}
            onPress={({ items }) => press(items)}
          />
        )}
      </div>
      {ready && (
        <>
          <MapControls map={map} />
          <MapScale
            view={view}
            town={tiles ? undefined : townInSight({ view, size })}
            credit={tiles?.credit}
          />
        </>
      )}
    </>
  )
}

function Here({ at: { x, y } }: { at: Point }) {
  return (
    <g>
      <circle cx={x} cy={y} r={16} className="fill-copper/20" />
      <circle cx={x} cy={y} r={7} className="fill-copper stroke-card" strokeWidth={3} />
    </g>
  )
}
