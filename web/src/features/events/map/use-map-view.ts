// The state of the map: its size on the screen, what it shows, and the ways to change that.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Point } from './projection'
import { type Box, clampView, fitBox, type MapView, panBy, type Size, viewOnTheWay, zoomAt } from './view'

/** Before the browser has measured, and on the server: the picture is then scaled to its frame as a whole. */
const UNMEASURED: Size = { width: 480, height: 480 }
const TRAVEL_MS = 250

export type MapControl = {
  frame: RefObject<HTMLDivElement | null>
  size: Size
  view: MapView
  /** False until the browser has measured the frame: nothing answers to gestures yet. */
  ready: boolean
  pan: (across: number, down: number) => void
  /** Around a point of the frame, its middle if none is given. */
  zoom: (factor: number, at?: Point) => void
  show: (box: Box, padding?: number) => void
}

export function useMapView(home: Box): MapControl {
  const frame = useRef<HTMLDivElement>(null)
  const journey = useRef(0)
  const [measured, setMeasured] = useState<Size | null>(null)
  const [view, setView] = useState(() => fitBox(home, UNMEASURED))
  const size = measured ?? UNMEASURED

  function change(make: (view: MapView) => MapView) {
    cancelAnimationFrame(journey.current)
    setView((before) => clampView(make(before), size))
  }

  function show(box: Box, padding?: number) {
    const target = clampView(fitBox(box, size, padding), size)
    const began = performance.now()
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    cancelAnimationFrame(journey.current)
    const step = (time: number) => {
      const share = still ? 1 : Math.min(Math.max((time - began) / TRAVEL_MS, 0), 1)
      setView(share === 1 ? target : viewOnTheWay(view, target, share))
      if (share < 1) journey.current = requestAnimationFrame(step)
    }
    journey.current = requestAnimationFrame(step)
  }

  // The first measure frames what is to be seen; later ones (a turned phone) keep the middle.
  const measure = useEffectEvent((next: Size) => {
    setView((before) => (measured ? clampView(before, next) : fitBox(home, next)))
    setMeasured(next)
  })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) measure({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  // Other filters have another home: the map goes there.
  const [shownHome, setShownHome] = useState(home)
  const goHome = useEffectEvent(() => show(home))
  useEffect(() => {
    if (shownHome === home) return
    setShownHome(home)
    goHome()
  }, [home, shownHome])

  return {
    frame,
    size,
    view,
    ready: measured !== null,
    pan: (across, down) => change((before) => panBy(before, across, down)),
    zoom: (factor, at = { x: size.width / 2, y: size.height / 2 }) =>
      change((before) => zoomAt(before, size, factor, at)),
    show,
  }
}
