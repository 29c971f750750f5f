// What part of the plane the screen shows, and how that changes: pure, so that every gesture can be tested.
import type { Point } from './projection'

export type Size = { width: number; height: number }
export type Box = { left: number; top: number; right: number; bottom: number }

/** The point in the middle of the screen, and pixels per unit. */
export type MapView = { centre: Point; scale: number }

/** The whole country. */
export const COUNTRY_BOX: Box = { left: 1215, top: -545, right: 3135, bottom: 1360 }

/** About four metres per pixel: places in one street stand apart. */
const CLOSEST = 250
/** How much of the way out of the country one may zoom. */
const FARTHEST_OF_FIT = 0.75

export function fitBox(box: Box, size: Size, padding = 16): MapView {
  const across = Math.max(size.width - 2 * padding, 1) / Math.max(box.right - box.left, 1e-6)
  const down = Math.max(size.height - 2 * padding, 1) / Math.max(box.bottom - box.top, 1e-6)
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  return { centre, scale: Math.min(across, down, CLOSEST) }
}

/** Keeps the country in sight. */
export function clampView({ centre, scale }: MapView, size: Size): MapView {
  const farthest = fitBox(COUNTRY_BOX, size).scale * FARTHEST_OF_FIT
  return {
    centre: {
      x: clamp(centre.x, COUNTRY_BOX.left, COUNTRY_BOX.right),
      y: clamp(centre.y, COUNTRY_BOX.top, COUNTRY_BOX.bottom),
    },
    scale: clamp(scale, farthest, CLOSEST),
  }
}

/** Moves the picture by pixels, as a finger drags it. */
export function panBy(view: MapView, across: number, down: number): MapView {
  const { centre, scale } = view
  return { scale, centre: { x: centre.x - across / scale, y: centre.y - down / scale } }
}

/** Zooms around a point of the screen, which stays where it is. */
export function zoomAt(view: MapView, size: Size, factor: number, at: Point): MapView {
  const scale = clampView({ ...view, scale: view.scale * factor }, size).scale
  const fixed = toPlane(at, view, size)
  return {
    scale,
    centre: { x: fixed.x - (at.x - size.width / 2) / scale, y: fixed.y - (at.y - size.height / 2) / scale },
  }
}

export function isClosest(view: MapView): boolean {
  return view.scale >= CLOSEST
}

export function toScreen(point: Point, { centre, scale }: MapView, size: Size): Point {
  return {
    x: (point.x - centre.x) * scale + size.width / 2,
    y: (point.y - centre.y) * scale + size.height / 2,
  }
}

export function toPlane(at: Point, { centre, scale }: MapView, size: Size): Point {
  return { x: centre.x + (at.x - size.width / 2) / scale, y: centre.y + (at.y - size.height / 2) / scale }
}

/** The part of the plane on the screen, with a margin in pixels. */
export function visibleBox(view: MapView, size: Size, margin = 0): Box {
  const start = toPlane({ x: -margin, y: -margin }, view, size)
  const end = toPlane({ x: size.width + margin, y: size.height + margin }, view, size)
  return { left: start.x, top: start.y, right: end.x, bottom: end.y }
}

export function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** The smallest box around some points, of at least `least` units each way. */
export function boxAround(points: readonly Point[], least = 0): Box {
  const grown = (values: number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const missing = Math.max(least - (high - low), 0) / 2
    return [low - missing, high + missing] as const
  }
  const [left, right] = grown(points.map(({ x }) => x))
  const [top, bottom] = grown(points.map(({ y }) => y))
  return { left, top, right, bottom }
}

/** Part of the way from one view to another: scales are steps of a ladder, so their logarithms are mixed. */
export function viewOnTheWay(from: MapView, to: MapView, share: number): MapView {
  const mix = (a: number, b: number) => a + (b - a) * share
  return {
    centre: { x: mix(from.centre.x, to.centre.x), y: mix(from.centre.y, to.centre.y) },
    scale: Math.exp(mix(Math.log(from.scale), Math.log(to.scale))),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
