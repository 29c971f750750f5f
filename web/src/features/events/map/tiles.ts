// A ground of pictures from a tile server, where the installation names one in the page's head.
import type { Point } from './projection'
import { type MapView, type Size, toScreen, visibleBox } from './view'

export type TileServer = { url: string; credit: string }

export type Tile = Point & { key: string; href: string; side: number }

/** The plane is 360 degrees of a hundred units wide, and as high; its middle is the origin. */
const WORLD_UNITS = 36_000
const TILE_PIXELS = 256
/** What tile servers have, by custom. */
const CLOSEST_ZOOM = 19

export function tileServer(): TileServer | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')
  return named && { url: named.content, credit: named.dataset.credit ?? '' }
}

/** The tiles that cover the screen, of the zoom whose pictures are closest to their own size. */
export function tilesInSight({ url }: TileServer, view: MapView, size: Size): Tile[] {
  const wanted = Math.round(Math.log2((WORLD_UNITS * view.scale) / TILE_PIXELS))
  const zoom = Math.min(Math.max(wanted, 0), CLOSEST_ZOOM)
  const across = 2 ** zoom
  const units = WORLD_UNITS / across
  const box = visibleBox(view, size)
  const indexes = (from: number, to: number) => {
    const index = (at: number) => Math.floor((at + WORLD_UNITS / 2) / units)
    const first = Math.max(index(from), 0)
    return Array.from({ length: Math.min(index(to), across - 1) - first + 1 }, (_, step) => first + step)
  }
  return indexes(box.top, box.bottom).flatMap((row) =>
    indexes(box.left, box.right).map((column) => {
      const corner = { x: column * units - WORLD_UNITS / 2, y: row * units - WORLD_UNITS / 2 }
      const numbers: Record<string, number> = { z: zoom, x: column, y: row }
      return {
        ...toScreen(corner, view, size),
        key: `${zoom}/${column}/${row}`,
        href: url.replace(/\{([xyz])\}/g, (_, name: string) => String(numbers[name])),
        side: units * view.scale,
      }
    }),
  )
}
