// Events on the map: buttons over the drawing once the browser has taken over, plain dots in it before.
import { formatWhen } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { stoneColour } from '../stone-dot'
import type { Cluster } from './clusters'
import type { PlacedEvent } from './placed-events'
import { type MapView, type Size, toScreen } from './view'

type EventCluster = Cluster<PlacedEvent>

type MapMarkersProps = {
  clusters: readonly EventCluster[]
  view: MapView
  size: Size
  /** Events that are open or pointed at in the list. */
  marked: ReadonlySet<number>
  onPress: (cluster: EventCluster) => void
}

export function MapMarkers({ clusters, view, size, marked, onPress }: MapMarkersProps) {
  const now = useNow()
  return clusters.map((cluster) => {
    const { x, y } = toScreen(cluster.point, view, size)
    const [event] = cluster.items
    if (!event) return null
    const several = cluster.items.length > 1
    return (
      <button
        key={event.id}
        type="button"
        onClick={() => onPress(cluster)}
        aria-label={
          several
            ? clusterLabel(cluster)
            : `${event.name}, ${formatWhen(event.started_at, event.hour, event.town, now)}`
        }
        data-marked={cluster.items.some(({ id }) => marked.has(id)) || undefined}
        // Set by script after the page was taken over, which the content security policy allows.
        style={{ transform: `translate(${x - 22}px, ${y - 22}px)` }}
        className="group absolute top-0 left-0 grid size-11 place-items-center rounded-full data-marked:z-10"
      >
        {several ? <Bubble count={cluster.items.length} /> : <Pin category={event.category} />}
      </button>
    )
  })
}

function clusterLabel({ items }: EventCluster): string {
  const towns = [...new Set(items.map(({ town }) => town))]
  return `${items.length} évènements à ${towns.join(', ')}`
}

function Bubble({ count }: { count: number }) {
  return (
    <span className="figures grid size-10 place-items-center rounded-full bg-malachite text-[0.9375rem] text-on-malachite ring-4 ring-malachite/25 transition-[scale] group-hover:scale-110 group-data-marked:scale-110 group-data-marked:bg-copper group-data-marked:text-on-copper group-data-marked:ring-copper/30">
      {count}
    </span>
  )
}

function Pin({ category }: { category: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-8 drop-shadow transition-[scale] group-hover:scale-120 group-data-marked:scale-130"
    >
      <circle cx={12} cy={12} r={9} fill={stoneColour(category)} className="stroke-card" strokeWidth={3} />
      <circle cx={12} cy={12} r={3} className="fill-card" />
    </svg>
  )
}

/** For the server's HTML: the same places, in the drawing itself. */
export function MapDots({ clusters, view, size }: Pick<MapMarkersProps, 'clusters' | 'view' | 'size'>) {
  return clusters.map((cluster) => {
    const { x, y } = toScreen(cluster.point, view, size)
    return (
      <g key={cluster.items[0]?.id}>
        <circle cx={x} cy={y} r={20} className="fill-malachite stroke-malachite/25" strokeWidth={8} />
        <text x={x} y={y + 5} textAnchor="middle" className="figures fill-on-malachite text-[0.9375rem]">
          {cluster.items.length}
        </text>
      </g>
    )
  })
}
