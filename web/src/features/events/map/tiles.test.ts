import { describe, expect, it } from 'vitest'
import { project } from './projection'
import { tilesInSight } from './tiles'

const SERVER = { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: '' }
const LUBUMBASHI = project({ latitude: -11.6609, longitude: 27.4794 })
const SIZE = { width: 300, height: 200 }

/** Pixels per unit at which tiles of a zoom have their own size. */
const scaleOf = (zoom: number) => (256 * 2 ** zoom) / 36_000

describe('tiles', () => {
  it('are numbered as every tile server numbers them', () => {
    // The tile of the centre of Lubumbashi at zoom 12, by the formula of the slippy map.
    const hrefs = tilesInSight(SERVER, { centre: LUBUMBASHI, scale: scaleOf(12) }, SIZE).map(
      ({ href }) => href,
    )
    expect(hrefs).toContain('https://tiles.example/12/2360/2181.png')
  })

  it('cover the screen without a gap, in their own size where they can', () => {
    const tiles = tilesInSight(SERVER, { centre: LUBUMBASHI, scale: scaleOf(12) * 1.2 }, SIZE)
    expect(tiles[0]?.side).toBeCloseTo(256 * 1.2)
    expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0)
    expect(Math.min(...tiles.map(({ y }) => y))).toBeLessThanOrEqual(0)
    expect(Math.max(...tiles.map(({ x, side }) => x + side))).toBeGreaterThanOrEqual(SIZE.width)
    expect(Math.max(...tiles.map(({ y, side }) => y + side))).toBeGreaterThanOrEqual(SIZE.height)
    expect(new Set(tiles.map(({ key }) => key)).size).toBe(tiles.length)
    expect(tiles.length).toBeLessThanOrEqual(6)
  })

  it('end where the world does', () => {
    const tiles = tilesInSight(
      SERVER,
      { centre: { x: 0, y: 0 }, scale: scaleOf(0) },
      { width: 900, height: 900 },
    )
    expect(tiles.map(({ key }) => key)).toEqual(['0/0/0'])
  })
})
