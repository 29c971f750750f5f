// What keys do to a map that has the focus.
import type { KeyboardEvent } from 'react'
import type { MapControl } from './use-map-view'
import { COUNTRY_BOX } from './view'

export const ZOOM_STEP = 1.6

const STEPS: Record<string, [across: number, down: number] | undefined> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
}
const FACTORS: Record<string, number | undefined> = {
  '+': ZOOM_STEP,
  '=': ZOOM_STEP,
  '-': 1 / ZOOM_STEP,
}

export function moveByKey(map: MapControl, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const step = STEPS[event.key]
  const factor = FACTORS[event.key]
  if (step) map.pan(...step)
  else if (factor) map.zoom(factor)
  else if (event.key === '0') map.show(COUNTRY_BOX)
  else return
  event.preventDefault()
}
