import { describe, expect, it, test } from 'vitest'
import { distanceText, kilometres, project, unitsPerKm, unproject } from './projection'

const LUBUMBASHI = { latitude: -11.6609, longitude: 27.4794 }
const LIKASI = { latitude: -10.9814, longitude: 26.7333 }

test('a place on the map is the place it was projected from', () => {
  for (const place of [LUBUMBASHI, LIKASI, { latitude: 4.2, longitude: 15.3 }]) {
    const back = unproject(project(place))
    expect(back.latitude).toBeCloseTo(place.latitude, 9)
    expect(back.longitude).toBeCloseTo(place.longitude, 9)
  }
})

describe('project', () => {
  it('has the equator at zero, south downwards', () => {
    expect(project({ latitude: 0, longitude: 20 }).x).toBe(2000)
    expect(project({ latitude: 0, longitude: 20 }).y).toBeCloseTo(0)
    expect(project(LUBUMBASHI).y).toBeGreaterThan(project(LIKASI).y)
  })

  it('agrees with its own scale over short ways', () => {
    const north = { ...LUBUMBASHI, latitude: LUBUMBASHI.latitude + 0.01 }
    const units = project(LUBUMBASHI).y - project(north).y
    expect(units / unitsPerKm(project(LUBUMBASHI).y)).toBeCloseTo(kilometres(LUBUMBASHI, north), 3)
  })
})

it('measures as the crow flies', () => {
  expect(kilometres(LUBUMBASHI, LUBUMBASHI)).toBe(0)
  expect(kilometres(LUBUMBASHI, LIKASI)).toBeGreaterThan(105)
  expect(kilometres(LUBUMBASHI, LIKASI)).toBeLessThan(115)
})

it.each([
  [0.004, '0 m'],
  [0.85, '850 m'],
  [0.996, '1 km'],
  [2.34, '2,3 km'],
  [9.96, '10 km'],
  [119.6, '120 km'],
])('%f km reads %s', (km, text) => {
  expect(distanceText(km)).toBe(text)
})
