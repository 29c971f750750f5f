// The drawn layers of the map, from the ground up. Each takes what is shown and draws its part.
import { useId } from 'react'
import { COUNTRY, LAKES, NEIGHBOURS, RIVERS } from './base-map.gen'
import { countryLabels, TOWN_NAME_BELOW, TOWN_SCALE, townLabels } from './labels'
import { TOWN_PLACES } from './places'
import { distanceText, unitsPerKm } from './projection'
import { type TileServer, tilesInSight } from './tiles'
import { isInside, type MapView, type Size, toScreen, visibleBox } from './view'

export type LayerProps = { view: MapView; size: Size }

/** The town that fills the screen, if one does. */
export function townInSight({ view, size }: LayerProps): string | undefined {
  if (view.scale < TOWN_SCALE) return undefined
  const box = visibleBox(view, size)
  return TOWN_PLACES.find(({ point }) => isInside(point, box))?.name
}

export function BaseLayer({ view, size }: LayerProps) {
  const origin = toScreen({ x: 0, y: 0 }, view, size)
  const transform = `translate(${origin.x} ${origin.y}) scale(${view.scale})`
  return (
    <g transform={transform} fill="none" strokeLinejoin="round" className="map-ground">
      <path d={NEIGHBOURS} className="fill-sunken stroke-line-strong/50" />
      <path d={COUNTRY} className="fill-green-soft stroke-malachite" strokeWidth={1.5} />
      <path d={RIVERS} className="stroke-water" strokeWidth={1.5} />
      <path d={LAKES} className="fill-water" />
    </g>
  )
}

/** Over the drawing, which stays in sight until they have come. */
export function TileLayer({ server, view, size }: LayerProps & { server: TileServer }) {
  return tilesInSight(server, view, size).map(({ key, href, x, y, side }) => (
    <image key={key} href={href} x={x} y={y} width={side} height={side} className="dark:brightness-75" />
  ))
}

export function NameLayer({ view, size }: LayerProps) {
  return (
    <g textAnchor="middle" className="map-halo text-[0.75rem]">
      {countryLabels(view, size).map(({ name, x, y }) => (
        <text key={name} x={x} y={y} className="fill-muted">
          {name}
        </text>
      ))}
      {townLabels(view, size).map(({ name, x, y }) => (
        <g key={name}>
          <circle cx={x} cy={y} r={4} className="fill-card stroke-ink" strokeWidth={2} />
          {view.scale < TOWN_SCALE && (
            <text x={x} y={y + TOWN_NAME_BELOW} className="fill-ink text-[0.8125rem] font-semibold">
              {name}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

const RINGS_KM = [1, 2, 5, 10, 20]

/** Without streets, distance from the centre is what tells places of a town apart. */
export function DistanceLayer({ view, size }: LayerProps) {
  const id = useId()
  if (view.scale < TOWN_SCALE) return null
  return TOWN_PLACES.map(({ name, point }) => {
    const { x, y } = toScreen(point, view, size)
    if (x < -size.width || y < -size.height || x > 2 * size.width || y > 2 * size.height) return null
    const pixelsPerKm = view.scale * unitsPerKm(point.y)
    const rings = RINGS_KM.map((km) => ({ km, radius: km * pixelsPerKm })).filter(
      ({ radius }) => radius > 48 && radius < 2 * Math.max(size.width, size.height),
    )
    return (
      <g key={`${id}-${name}`} textAnchor="middle" className="map-halo text-[0.75rem]">
        {rings.map(({ km, radius }) => (
          <g key={km}>
            <circle
              cx={x}
              cy={y}
              r={radius}
              fill="none"
              className="stroke-malachite/35"
              strokeDasharray="2 5"
            />
            <text x={x} y={y - radius + 4} className="fill-muted">
              {distanceText(km)}
            </text>
          </g>
        ))}
      </g>
    )
  })
}
