import { describe, expect, it } from 'vitest'
import {
  boxAround,
  COUNTRY_BOX,
  clampView,
  fitBox,
  isInside,
  panBy,
  toScreen,
  viewOnTheWay,
  visibleBox,
  zoomAt,
} from './view'

const SIZE = { width: 400, height: 300 }
const WHOLE = fitBox(COUNTRY_BOX, SIZE)

describe('fitBox', () => {
  it('shows the whole box, centred', () => {
    for (const corner of [
      { x: COUNTRY_BOX.left, y: COUNTRY_BOX.top },
      { x: COUNTRY_BOX.right, y: COUNTRY_BOX.bottom },
    ]) {
      const { x, y } = toScreen(corner, WHOLE, SIZE)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(SIZE.width)
      expect(y).toBeGreaterThanOrEqual(15.9)
      expect(y).toBeLessThanOrEqual(284.1)
    }
  })

  it('stops at streets for a single place', () => {
    expect(fitBox(boxAround([{ x: 2748, y: 1173 }]), SIZE).scale).toBe(250)
  })
})

describe('gestures', () => {
  it('drag the picture along', () => {
    const before = toScreen({ x: 2748, y: 1173 }, WHOLE, SIZE)
    const after = toScreen({ x: 2748, y: 1173 }, panBy(WHOLE, 30, -20), SIZE)
    expect(after.x - before.x).toBeCloseTo(30)
    expect(after.y - before.y).toBeCloseTo(-20)
  })

  it('zoom around the finger', () => {
    const at = { x: 90, y: 200 }
    const point = { x: visibleBox(WHOLE, SIZE).left + at.x / WHOLE.scale, y: 0 }
    const zoomed = zoomAt(WHOLE, SIZE, 3, at)
    expect(zoomed.scale).toBeCloseTo(WHOLE.scale * 3)
    expect(toScreen(point, zoomed, SIZE).x).toBeCloseTo(at.x)
  })

  it('never leave the country nor the ladder of scales', () => {
    const lost = clampView({ centre: { x: -9e9, y: 9e9 }, scale: 1e9 }, SIZE)
    expect(lost).toEqual({ centre: { x: COUNTRY_BOX.left, y: COUNTRY_BOX.bottom }, scale: 250 })
    expect(clampView({ ...WHOLE, scale: 0 }, SIZE).scale).toBeCloseTo(WHOLE.scale * 0.75)
  })
})

it('knows what is in sight', () => {
  const box = visibleBox(WHOLE, SIZE)
  expect(isInside({ x: 2748, y: 1173 }, box)).toBe(true)
  expect(isInside({ x: 2748, y: 1173 }, visibleBox(panBy(WHOLE, 0, 900), SIZE))).toBe(false)
})

it('grows a box that is too small', () => {
  expect(boxAround([{ x: 10, y: 20 }], 4)).toEqual({ left: 8, top: 18, right: 12, bottom: 22 })
})

it('travels evenly through scales', () => {
  const target = { centre: { x: 0, y: 0 }, scale: WHOLE.scale * 100 }
  expect(viewOnTheWay(WHOLE, target, 0.5).scale).toBeCloseTo(WHOLE.scale * 10)
  expect(viewOnTheWay(WHOLE, target, 1).scale).toBeCloseTo(target.scale)
})
