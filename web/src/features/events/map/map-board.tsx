// Map and list side by side, on phones one below the other, and what keeps them together: the part in sight, the
// events that are open or pointed at, the place of the person.
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Town } from '@/api/generated/types.gen'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { MapCanvas } from './map-canvas'
import { MapList } from './map-list'
import { MapPopup } from './map-popup'
import { MapShortcuts } from './map-shortcuts'
import { useNearMe } from './near-me'
import type { PlacedEvent } from './placed-events'
import { townBox } from './places'
import { type Coordinates, kilometres, project } from './projection'
import { useMapView } from './use-map-view'
import { type Box, boxAround, COUNTRY_BOX, isInside, visibleBox } from './view'

/** Around one event: a few kilometres, so that one sees where in the town it is. */
const EVENT_UNITS = 6
const NEIGHBOURS = 5

type MapBoardProps = {
  events: readonly PlacedEvent[]
  home: Box
  pending: boolean
  /** Nothing is known: an empty list would say that there is nothing. */
  failed: boolean
  /** There are more than the server sent. */
  more: boolean
  /** What a shortcut went to, for whoever knows more about it. */
  onTown: (town: Town) => void
  onNear: (near: string) => void
}

export function MapBoard(props: MapBoardProps) {
  const { events, home, pending, failed, more, onTown, onNear } = props
  const map = useMapView(home)
  const nearMe = useNearMe((place) => {
    map.show(boxNear(place, events), 60)
    onNear(`${roughly(place.latitude)},${roughly(place.longitude)}`)
  })
  const [opened, setOpened] = useState<readonly PlacedEvent[]>([])
  const [pointed, setPointed] = useState<PlacedEvent | null>(null)
  const opener = useRef<Element>(null)
  const { view, size, ready } = map
  const inSight = useMemo(() => {
    if (!ready) return events
    const box = visibleBox(view, size)
    return events.filter(({ point }) => isInside(point, box))
  }, [events, view, size, ready])
  // The list may lag behind a finger; the map may not.
  const listed = useDeferredValue(inSight)
  // After other filters an open event may be gone.
  const open = opened.filter(({ id }) => events.some((event) => event.id === id))
  const marked = new Set([...open, ...(pointed ? [pointed] : [])].map(({ id }) => id))

  function openEvents(chosen: readonly PlacedEvent[]) {
    opener.current = document.activeElement
    setOpened(chosen)
  }

  function close() {
    setOpened([])
    const back = opener.current?.isConnected ? opener.current : map.frame.current
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }

  function locate(event: PlacedEvent) {
    map.show(boxAround([event.point], EVENT_UNITS))
    openEvents([event])
    map.frame.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <MapShortcuts
        asking={nearMe.asking}
        problem={nearMe.problem}
        onNearMe={nearMe.ask}
        onTown={(town) => {
          map.show(townBox(town) ?? COUNTRY_BOX)
          onTown(town)
        }}
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-6">
        <div className="relative h-[58svh] min-h-80 lg:sticky lg:top-20 lg:h-[calc(100dvh-6.5rem)]">
          <MapCanvas
            map={map}
            events={events}
            here={nearMe.place && project(nearMe.place)}
            marked={marked}
            onOpen={openEvents}
          />
          {open.length > 0 && <MapPopup key={open[0]?.id} events={open} onClose={close} />}
        </div>
        <section aria-label="Évènements de la carte" className="min-w-0">
          {pending && <ListSkeleton />}
          {!pending && !failed && (
            <MapList
              events={listed}
              here={nearMe.place}
              partial={inSight.length < events.length}
              more={more}
              onLocate={locate}
              onPoint={setPointed}
              onWhole={() => map.show(COUNTRY_BOX)}
            />
          )}
        </section>
      </div>
    </>
  )
}

/** The person and what is nearest. */
function boxNear(place: Coordinates, events: readonly PlacedEvent[]): Box {
  const nearest = events
    .map((event) => ({ point: event.point, km: kilometres(place, event) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, NEIGHBOURS)
  return boxAround([project(place), ...nearest.map(({ point }) => point)], EVENT_UNITS)
}

/** To a hundred metres: that finds the same events, and tells less about the person. */
function roughly(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

function ListSkeleton() {
  return (
    <div className="grid gap-3">
      <LoadingStatus />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-20 rounded-2xl" />
      ))}
    </div>
  )
}
