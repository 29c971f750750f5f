// Fingers, mouse and wheel on the map's frame: drag to move, pinch or turn the wheel to zoom.
import { useEffect, useEffectEvent } from 'react'
import type { Point } from './projection'
import type { MapControl } from './use-map-view'

/** Less than this is a press with an unsteady hand, and belongs to the button below. */
const DRAG_PIXELS = 6
const WHEEL_STEP = 0.0018

export function useMapGestures(map: MapControl): void {
  const { frame } = map
  const pan = useEffectEvent(map.pan)
  const zoom = useEffectEvent(map.zoom)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const fingers = new Map<number, Point>()
    let start: Point = { x: 0, y: 0 }
    let dragging = false

    const inFrame = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = element.getBoundingClientRect()
      return { x: clientX - left, y: clientY - top }
    }

    function down(event: PointerEvent) {
      if (event.button !== 0) return
      start = inFrame(event)
      dragging = fingers.size > 0
      fingers.set(event.pointerId, start)
    }

    function move(event: PointerEvent) {
      const before = fingers.get(event.pointerId)
      if (!before) return
      // Let go outside, before the drag was the map's: nobody told.
      if (!event.buttons) return up(event)
      const now = inFrame(event)
      dragging ||= distance(now, start) > DRAG_PIXELS
      if (!dragging) return
      // From here on the drag is the map's: the button under the finger won't be pressed.
      element?.setPointerCapture(event.pointerId)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, now)
      if (!other) return pan(now.x - before.x, now.y - before.y)
      pan((now.x - before.x) / 2, (now.y - before.y) / 2)
      zoom(distance(now, other) / Math.max(distance(before, other), 1), middle(now, other))
    }

    function up(event: PointerEvent) {
      fingers.delete(event.pointerId)
    }

    function wheel(event: WheelEvent) {
      event.preventDefault()
      // Lines instead of pixels in some browsers; a trackpad's pinch comes as small steps with ctrl.
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 5 : 1)
      zoom(Math.exp(-pixels * WHEEL_STEP), inFrame(event))
    }

    function doublePress(event: MouseEvent) {
      if (!(event.target as Element).closest('button')) zoom(2, inFrame(event))
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', down, { signal })
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointerup', up, { signal })
    element.addEventListener('pointercancel', up, { signal })
    element.addEventListener('dblclick', doublePress, { signal })
    // React listens passively to wheels, which couldn't keep the page from scrolling.
    element.addEventListener('wheel', wheel, { signal, passive: false })
    return () => listening.abort()
  }, [frame])
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
