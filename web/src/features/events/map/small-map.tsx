// One event's place on a small map that doesn't move: the town's centre, rings of distance around it, and the pin.
import { stoneColour } from '../stone-dot'
import { BaseLayer, DistanceLayer, NameLayer } from './map-layers'
import { TOWN_PLACES } from './places'
import { distanceText, type Point, project, unitsPerKm } from './projection'
import { boxAround, fitBox, toScreen } from './view'

const SIZE = { width: 400, height: 225 }
/** Some seven kilometres: near enough to tell quarters apart, far enough for a ring or two. */
const LEAST_UNITS = 6

export type SmallMapProps = { location: string; town: string; category: string }

export function SmallMap({ location, town, category }: SmallMapProps) {
  const [latitude = 0, longitude = 0] = location.split(',').map(Number)
  const place = project({ latitude, longitude })
  const centre = TOWN_PLACES.find(({ name }) => name === town)?.point ?? place
  const view = fitBox(boxAround([centre, place], LEAST_UNITS), SIZE, 24)
  const pin = toScreen(place, view, SIZE)
  const distance = `À ${distanceText(kilometresBetween(centre, place))} du centre de ${town}`
  return (
    <div className="relative size-full">
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`Carte. ${distance}`}
        className="size-full"
      >
        <BaseLayer view={view} size={SIZE} />
        <DistanceLayer view={view} size={SIZE} />
        <NameLayer view={view} size={SIZE} />
        <g className="stroke-card">
          <circle cx={pin.x} cy={pin.y} r={10} fill={stoneColour(category)} strokeWidth={3} />
          <circle cx={pin.x} cy={pin.y} r={3} className="fill-card" />
        </g>
      </svg>
      <p className="absolute bottom-2 left-2 rounded-lg bg-card/85 px-2 py-1 text-xs text-ink">
        {distance}
        <span className="text-muted"> · Fond de carte : Natural Earth</span>
      </p>
    </div>
  )
}

function kilometresBetween(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y) / unitsPerKm(from.y)
}
