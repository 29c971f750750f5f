// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Carousel } from './carousel'

const TILE = 300
let reducedMotion = false
let hovered = false
let hidden = false
let scrolledTo: number[] = []

beforeEach(() => {
  vi.useFakeTimers()
  reducedMotion = false
  hovered = false
  hidden = false
  scrolledTo = []
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector.includes(':hover') ? hovered || this.contains(focused()) : matches.call(this, selector)
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function focused(): Element | null {
  return document.activeElement === document.body ? null : document.activeElement
}

/** Four tiles, two of which fit: jsdom lays nothing out, so the sizes are told. */
function show(advanceEvery?: number) {
  render(
    <Carousel title="Tendances" columns="" advanceEvery={advanceEvery}>
      {['a', 'b', 'c', 'd'].map((tile) => (
        <li key={tile}>
          <a href={`#${tile}`}>{tile}</a>
        </li>
      ))}
    </Carousel>,
  )
  const rail = screen.getByRole('list')
  Object.defineProperties(rail, { clientWidth: { value: 2 * TILE }, scrollWidth: { value: 4 * TILE } })
  Object.assign(rail, {
    scrollTo: ({ left }: { left: number }) => {
      scrolledTo.push(left)
      rail.scrollLeft = left
    },
  })
  for (const [index, tile] of [...rail.children].entries()) {
    tile.getBoundingClientRect = () => new DOMRect(index * TILE - rail.scrollLeft, 0, TILE, 200)
  }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

it('goes on tile by tile, and round again', () => {
  show(3000)
  pass(2999)
  expect(scrolledTo).toEqual([])
  pass(9001)
  expect(scrolledTo).toEqual([300, 600, 0, 300])
})

it('stays where it is unless told to move', () => {
  show()
  pass(60_000)
  expect(scrolledTo).toEqual([])
  expect(screen.queryByRole('button', { name: /défilement/ })).toBeNull()
})

it.each([
  ['pointed at', () => (hovered = true)],
  ['focused', () => screen.getByRole('link', { name: 'b' }).focus()],
  ['in a hidden tab', () => (hidden = true)],
  ['before someone who wants no motion', () => (reducedMotion = true)],
])('holds while %s', (_, hold) => {
  show(3000)
  hold()
  pass(9000)
  expect(scrolledTo).toEqual([])
})

it('stops and goes on by its button', () => {
  show(3000)
  fireEvent.click(screen.getByRole('button', { name: 'Tendances : arrêter le défilement' }))
  pass(9000)
  expect(scrolledTo).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Tendances : reprendre le défilement' }))
  pass(3000)
  expect(scrolledTo).toEqual([300])
})
