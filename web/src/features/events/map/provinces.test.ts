import { describe, expect, it } from 'vitest'
import { contains, mainland } from './drawn-country-testing'
import { overlap, squareAround, TOWN_SCALE, textBox, writtenBoxes } from './labels'
import { TOWN_PLACES } from './places'
import { PROVINCES, provinceLabels } from './provinces'
import { COUNTRY_BOX, fitBox, type MapView, type Size, toScreen } from './view'

const PHONE: Size = { width: 328, height: 464 }
const DESK: Size = { width: 850, height: 700 }
const TOWNS = TOWN_PLACES.map(({ point }) => point)
const wholeCountry = (size: Size) => fitBox(COUNTRY_BOX, size)
const names = (view: MapView, size: Size, buttons = TOWNS) =>
  provinceLabels(view, size, buttons).map(({ name }) => name)

it.each(PROVINCES)('$name stands in the drawn country', ({ point }) => {
  expect(contains(mainland, point)).toBe(true)
})

it('knows all 26, each once', () => {
  expect(new Set(PROVINCES.map(({ name }) => name)).size).toBe(26)
})

describe('provinceLabels', () => {
  it('writes more of them the nearer one comes', () => {
    const far = names(wholeCountry(PHONE), PHONE)
    const near = names(wholeCountry(DESK), DESK)
    expect(far.length).toBeGreaterThan(4)
    expect(near.length).toBeGreaterThan(far.length)
    expect(near.length).toBeGreaterThan(16)
  })

  it('writes each of them somewhere on the way to it', () => {
    for (const { name, point } of PROVINCES) {
      const views = [1.5, 2.5].map((scale) => ({ centre: point, scale }))
      expect(views.flatMap((view) => names(view, PHONE))).toContain(name)
    }
  })

  it.each([0.15, 0.3, 0.6, 1.2, 2.4])('at scale %d no name touches a name or a button', (scale) => {
    const view = { ...wholeCountry(DESK), scale }
    const written = provinceLabels(view, DESK, TOWNS).map((label) => textBox(label, 7))
    const buttons = TOWNS.map((point) => {
      const { x, y } = toScreen(point, view, DESK)
      return squareAround(x, y, 24)
    })
    const others = [...writtenBoxes(view, DESK), ...buttons]
    for (const [index, box] of written.entries()) {
      const rest = [...written.slice(index + 1), ...others]
      expect(rest.filter((other) => overlap(box, other))).toEqual([])
    }
  })

  it('cuts no name at the frame', () => {
    const [first] = PROVINCES
    if (!first) throw new Error('no province')
    const atTheEdge = { x: first.point.x + DESK.width / 2 - 5, y: first.point.y }
    expect(names({ centre: atTheEdge, scale: 1 }, DESK)).not.toContain(first.name)
  })

  it('leaves the streets of a town alone', () => {
    const kinshasa = PROVINCES.find(({ name }) => name === 'Kinshasa')
    expect(names({ centre: kinshasa?.point ?? { x: 0, y: 0 }, scale: TOWN_SCALE }, DESK)).toEqual([])
  })
})
