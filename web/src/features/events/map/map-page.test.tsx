// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openScreen, serve } from '../testing'
import type { MapEvent } from './queries'

const LUBUMBASHI = { latitude: -11.6609, longitude: 27.4794 }

function mapEvent(changes: Partial<MapEvent>): MapEvent {
  return {
    id: 1,
    name: 'Jazz',
    category: 'Concerts',
    town: 'Lubumbashi',
    started_at: '2026-11-21',
    ended_at: null,
    hour: '19:30',
    address: 'Avenue Kasaï 12',
    img_url: null,
    is_free: true,
    exact: true,
    ...LUBUMBASHI,
    ...changes,
  }
}

const EVENTS = [
  mapEvent({}),
  mapEvent({ id: 2, name: 'Rumba', latitude: -11.65, longitude: 27.48 }),
  mapEvent({ id: 3, name: 'Foire', town: 'Kinshasa', latitude: -4.3276, longitude: 15.3136, exact: false }),
]

/** A screen of 400 by 400, measured at once. */
class MeasuredAtOnce {
  constructor(private readonly tell: (entries: unknown[]) => void) {}
  observe() {
    this.tell([{ contentRect: { width: 400, height: 400 } }])
  }
  disconnect() {}
}

function stubPosition(ask: Geolocation['getCurrentPosition']) {
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition: ask } }),
  )
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', MeasuredAtOnce)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openMap(address = '/card') {
  const asked = serve(() => ({ results: EVENTS }))
  openScreen(address)
  const list = await screen.findByRole('region', { name: 'Évènements de la carte' })
  await within(list).findByText('Jazz')
  return { asked, list, map: screen.getByRole('application', { name: 'Carte des évènements' }) }
}

describe('/card', () => {
  it('lists what it shows, and joins what stands close', async () => {
    const { list, map } = await openMap()
    expect(within(list).getByRole('heading').textContent).toBe('3 évènements à venir')
    expect(within(map).getByRole('button', { name: '2 évènements à Lubumbashi' })).toBeTruthy()
    expect(within(map).getByRole('button', { name: /^Foire, sam\. 21 nov\. · 19:30$/ })).toBeTruthy()
  })

  it('parts a cluster by a press, and the list follows', async () => {
    const { list, map } = await openMap()
    await userEvent.click(within(map).getByRole('button', { name: '2 évènements à Lubumbashi' }))
    expect(await within(map).findByRole('button', { name: /^Rumba/ })).toBeTruthy()
    await waitFor(() =>
      expect(within(list).getByRole('heading').textContent).toBe('2 évènements dans cette zone'),
    )
    expect(within(list).queryByText('Foire')).toBeNull()
    expect(document.activeElement).toBe(map)
  })

  it('opens an event in a popup that gives the focus back', async () => {
    const { map } = await openMap()
    const marker = within(map).getByRole('button', { name: /^Foire/ })
    await userEvent.click(marker)
    const popup = await screen.findByRole('dialog', { name: 'Foire' })
    expect(popup.contains(document.activeElement)).toBe(true)
    expect(within(popup).getByText('Kinshasa : lieu à préciser')).toBeTruthy()
    expect(within(popup).getByRole('link', { name: "Voir l'évènement" }).getAttribute('href')).toBe(
      '/events/3',
    )
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(marker)
  })

  it('stands on the tiles of a server that the page names, and says whose they are', async () => {
    const named = document.createElement('meta')
    named.name = 'map-tiles'
    named.content = 'https://tiles.example/{z}/{x}/{y}.png'
    named.dataset.credit = '© la carte'
    document.head.append(named)
    const { map } = await openMap()
    expect(map.querySelector('image')?.getAttribute('href')).toMatch(
      /^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/,
    )
    expect(screen.getByText('© la carte')).toBeTruthy()
    named.remove()
  })

  it('finds an event of the list on the map', async () => {
    const { list } = await openMap()
    await userEvent.click(within(list).getByRole('button', { name: 'Montrer sur la carte : Rumba' }))
    expect(await screen.findByRole('dialog', { name: 'Rumba' })).toBeTruthy()
  })

  it('is moved by keys and by the shortcuts of towns', async () => {
    const { list, map } = await openMap()
    const heading = within(list).getByRole('heading')
    await userEvent.click(screen.getByRole('button', { name: 'Kinshasa' }))
    await waitFor(() => expect(heading.textContent).toBe('1 évènement dans cette zone'))
    fireEvent.keyDown(map, { key: '0' })
    await waitFor(() => expect(heading.textContent).toBe('3 évènements à venir'))
    for (let press = 0; press < 4; press++) fireEvent.keyDown(map, { key: '+' })
    fireEvent.keyDown(map, { key: 'ArrowUp' })
    await waitFor(() => expect(within(list).getByText('Aucun évènement trouvé.')).toBeTruthy())
    await userEvent.click(within(list).getByRole('button', { name: 'Voir tout le pays' }))
    await waitFor(() => expect(heading.textContent).toBe('3 évènements à venir'))
  })

  it('sorts by distance once the person tells where they are', async () => {
    stubPosition((found) => found({ coords: { latitude: -4.33, longitude: 15.31 } } as GeolocationPosition))
    const { list } = await openMap()
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Près de moi' })))
    const row = (index: number) => within(list).getAllByRole('listitem')[index]?.textContent
    await waitFor(() => expect(row(0)).toContain('Rumba'))
    expect(row(0)).toMatch(/\d+ km/)
    expect(row(2), 'without a place, though close by').toContain('Foire')
  })

  it('says what to do when the position is refused', async () => {
    stubPosition((_, failed) => failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError))
    await openMap()
    await userEvent.click(screen.getByRole('button', { name: 'Près de moi' }))
    expect((await screen.findByText(/^Votre position n'est pas partagée\./)).textContent).toContain(
      'Choisissez une ville ci-dessus.',
    )
  })

  it('asks for all of a town that the map of the country has no room for', async () => {
    const goma = mapEvent({ id: 9, name: 'Lac', town: 'Goma', latitude: -1.6792, longitude: 29.2228 })
    const asked = serve(({ searchParams }) => ({
      results: searchParams.get('town') === 'Goma' ? [goma] : EVENTS,
    }))
    openScreen('/card?category=Concerts')
    const list = await screen.findByRole('region', { name: 'Évènements de la carte' })
    await within(list).findByText('Jazz')
    await userEvent.click(screen.getByRole('button', { name: 'Goma' }))
    expect(await within(list).findByText('Lac')).toBeTruthy()
    expect(asked.at(-1)?.search).toBe('?category=Concerts&town=Goma')
    await userEvent.click(screen.getByRole('button', { name: 'Tout le pays' }))
    await waitFor(() => expect(within(list).getByRole('heading').textContent).toBe('4 évènements à venir'))
  })

  it('asks for what is near, and goes to another town than the one it was narrowed to', async () => {
    stubPosition((found) =>
      found({ coords: { latitude: -4.33333, longitude: 15.31 } } as GeolocationPosition),
    )
    const asked = serve(() => ({ results: EVENTS }))
    const router = openScreen('/card?town=Lubumbashi')
    await screen.findByText('Jazz')
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Près de moi' })))
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('near')).toBe('-4.333,15.31'))
    await userEvent.click(screen.getByRole('button', { name: 'Goma' }))
    await waitFor(() => expect(router.state.location.href).toBe('/card?town=Goma'))
  })

  it('says that there is more than it shows', async () => {
    serve(() => ({ results: EVENTS, more: true }))
    openScreen('/card')
    expect(await screen.findByText(/^La carte ne montre pas tout/)).toBeTruthy()
  })

  it('does not call a map empty that could not be read', async () => {
    serve(() => 500)
    openScreen('/card')
    expect(await screen.findByText("Les évènements n'ont pas pu être chargés.")).toBeTruthy()
    expect(screen.queryByText('Aucun évènement trouvé.')).toBeNull()
  })

  it('leaves no comma where an address is missing', async () => {
    serve(() => ({ results: [mapEvent({ address: '', name: 'Sans adresse' })] }))
    openScreen('/card')
    const list = await screen.findByRole('region', { name: 'Évènements de la carte' })
    await within(list).findByText('Sans adresse')
    expect(within(list).getByText('Lubumbashi')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Sans adresse, / }))
    const popup = await screen.findByRole('dialog', { name: 'Sans adresse' })
    expect(within(popup).getByText('Lubumbashi')).toBeTruthy()
  })

  it('asks for the filters of the address', async () => {
    const { asked } = await openMap('/card?town=Lubumbashi&category=Concerts')
    expect(asked[0]?.searchParams.getAll('town')).toEqual(['Lubumbashi'])
    expect(asked[0]?.searchParams.getAll('category')).toEqual(['Concerts'])
  })
})
