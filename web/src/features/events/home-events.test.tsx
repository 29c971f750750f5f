// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeEvent, openScreen, serve } from './testing'

// How it moves is its own affair, and tested there.
vi.mock('@/ui/carousel', () => ({
  Carousel: ({ title, advanceEvery }: { title: string; advanceEvery?: number }) => (
    <p>{`${title} : ${advanceEvery}`}</p>
  ),
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('lets what is trending go on every three seconds, and no other row', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  serve(() => ({ next: null, previous: null, results: [makeEvent()] }))
  openScreen('/')
  expect(await screen.findByText('Tendances : 3000')).toBeTruthy()
  for (const row of ['Catégories', 'Villes']) expect(screen.getByText(`${row} : undefined`)).toBeTruthy()
})
