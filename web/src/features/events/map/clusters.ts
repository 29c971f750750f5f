// Places that would overlap on the screen become one button.
import type { Point } from './projection'

export type Placed = { id: number; point: Point }
export type Cluster<Item extends Placed> = { point: Point; items: Item[] }

/**
 * Each cluster sits on its first item and takes what lies within `radius` pixels of it. Clusters are therefore at
 * least that far apart, whatever lies between them, and a button never covers another.
 */
export function cluster<Item extends Placed>(
  items: readonly Item[],
  scale: number,
  radius: number,
): Cluster<Item>[] {
  const reach = (radius / steadyScale(scale)) ** 2
  const clusters: Cluster<Item>[] = []
  for (const item of items) {
    const near = clusters.find(({ point }) => distanceSquared(point, item.point) < reach)
    if (near) near.items.push(item)
    else clusters.push({ point: item.point, items: [item] })
  }
  return clusters
}

/** Half steps of zoom, rounded down: while fingers pinch, clusters don't flicker. */
function steadyScale(scale: number): number {
  return 2 ** (Math.floor(Math.log2(scale) * 2) / 2)
}

function distanceSquared(a: Point, b: Point): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
}
