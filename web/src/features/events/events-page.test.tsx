// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOWNS } from '@/lib/fixed-lists'
import { CATEGORIES } from './catalog'
import { makeEvent, openScreen, serve } from './testing'

/** Brings the end of the list into view. */
let reachEnd: () => Promise<void> = async () => undefined

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => act(async () => seen([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (ids: number[], next: string | null = null) => ({
  next,
  previous: null,
  results: ids.map((id) => makeEvent({ id, name: `Concert ${id}` })),
})

it('keeps every choice in the address', async () => {
  const asked = serve(() => page([1]))
  const router = openScreen('/events?month=10')
  const hand = userEvent.setup()
  await screen.findByText('Concert 1')

  await hand.selectOptions(screen.getByLabelText('Ville'), 'Goma')
  await waitFor(() => expect(router.state.location.href).toBe('/events?town=Goma&month=10'))
  await hand.selectOptions(screen.getByLabelText('Catégorie'), 'Mode')
  await hand.type(screen.getByLabelText('Chercher votre évènement'), 'défilé')
  await hand.click(screen.getByRole('button', { name: 'Rechercher' }))
  await hand.click(screen.getByLabelText('Gratuit'))
  // A range takes the place of the month that the link brought.
  await hand.selectOptions(screen.getByLabelText('Date'), "Aujourd'hui")

  await waitFor(() =>
    expect(router.state.location.href).toBe(
      '/events?name=d%C3%A9fil%C3%A9&category=Mode&town=Goma&date_range=today&is_free=true',
    ),
  )
  await waitFor(() =>
    expect(asked.at(-1)?.search).toBe(
      '?limit=12&name=d%C3%A9fil%C3%A9&category=Mode&town=Goma&date_range=today&page=1&is_free=true',
    ),
  )
  expect(screen.getByRole('heading', { name: 'Mode à Goma' })).toBeTruthy()
})

it('holds a circle that a link brought, and asks for what lies in it', async () => {
  const asked = serve(() => page([1]))
  const router = openScreen('/events?location=-11.66%2C27.48%2C5')
  await screen.findByText('Concert 1')
  await userEvent.click(screen.getByLabelText('Gratuit'))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map((url) => url.searchParams.get('location'))).toEqual(Array(2).fill('-11.66,27.48,5'))
  await userEvent.click(screen.getByRole('link', { name: 'Retirer le filtre À 5 km au plus' }))
  await waitFor(() => expect(router.state.location.href).toBe('/events?is_free=true'))
})

it('counts what the filters find on a button that closes them', async () => {
  serve((url) => {
    const town = url.searchParams.get('town')
    if (town === 'Likasi') return page([])
    return town === 'Goma' ? page([1, 2]) : page([1, 2, 3], '/api/events/?page=2')
  })
  openScreen('/events')
  await screen.findByText('Concert 1')
  const hand = userEvent.setup()
  const filters = screen.getByRole('button', { name: /^Filtres/ })
  await hand.click(filters)
  expect(screen.getByRole('button', { name: 'Voir plus de 3 résultats' })).toBeTruthy()
  await hand.selectOptions(screen.getByLabelText('Ville'), 'Likasi')
  await screen.findByRole('button', { name: 'Aucun résultat : fermer' })
  await hand.selectOptions(screen.getByLabelText('Ville'), 'Goma')
  await hand.click(await screen.findByRole('button', { name: 'Voir les 2 résultats' }))
  expect(filters.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Évènements à Goma' }))
})

it('removes a filter by its badge, and the fields follow', async () => {
  serve(() => page([1]))
  const router = openScreen('/events?town=Goma&date_range=week')
  await screen.findByText('Concert 1')
  await userEvent.click(screen.getByRole('link', { name: 'Retirer le filtre Goma' }))
  await waitFor(() => expect(router.state.location.href).toBe('/events?date_range=week'))
  expect(screen.getByLabelText<HTMLSelectElement>('Ville').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Date').value).toBe('week')
})

it('loads the next page when the end comes into view, and each event once', async () => {
  serve((url) => (url.searchParams.get('page') === '1' ? page([1, 2], '/api/events/?page=2') : page([2, 3])))
  openScreen('/events')
  await screen.findByText('Concert 2')
  await reachEnd()
  await screen.findByText('Concert 3')
  expect(screen.getAllByRole('article')).toHaveLength(3)
})

it('says when nothing is found, with a way forward', async () => {
  serve(() => page([]))
  openScreen('/events?town=Goma')
  expect(await screen.findByText('Aucun évènement trouvé.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voir tous les évènements' })).toBeTruthy()
})

it('offers another try after a failure', async () => {
  let broken = true
  serve(() => (broken ? 500 : page([1])))
  openScreen('/events')
  await screen.findByText("Les évènements n'ont pas pu être chargés.")
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('Concert 1')).toBeTruthy()
})

it('carries further towns, categories and the length of a page through another choice', async () => {
  serve(() => page([1]))
  const others = 'category=Mode&category=Concerts'
  const router = openScreen(`/events?${others}&town=Goma&town=Likasi&limit=24`)
  const shown = (address: string) => waitFor(() => expect(router.state.location.href).toBe(address))
  const hand = userEvent.setup()
  await screen.findByText('Concert 1')
  await hand.click(screen.getByLabelText('Gratuit'))
  await shown(`/events?${others}&town=Goma&town=Likasi&is_free=true&limit=24`)
  const town = screen.getByLabelText<HTMLSelectElement>('Ville')
  await hand.selectOptions(town, 'Kinshasa')
  // Another town stands for all that were there.
  await shown(`/events?${others}&town=Kinshasa&is_free=true&limit=24`)
  await act(() => router.navigate({ to: '/events', search: { town: ['Kolwezi', 'Goma'] } as never }))
  await waitFor(() => expect(town.value).toBe('Kolwezi'))
  // All towns means all.
  await hand.selectOptions(town, 'Toutes les villes')
  await shown('/events')
})

it('names every choice of the hero and of the panel', async () => {
  serve(() => page([1]))
  openScreen('/events')
  await screen.findByText('Concert 1')
  expect(screen.getByPlaceholderText('Chercher votre évènement...')).toBeTruthy()
  const panel = within(screen.getByRole('complementary', { name: 'Filtres' }))
  expect(panel.getByRole('heading', { name: 'Filtres' })).toBeTruthy()
  const choices = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map((one) => [one.value, one.textContent])
  expect(choices('Catégorie')).toEqual([['', 'Toutes catégories'], ...CATEGORIES.map((one) => [one, one])])
  expect(choices('Ville')).toEqual([['', 'Toutes les villes'], ...TOWNS.map((one) => [one, one])])
  expect(choices('Date')).toEqual([
    ['all', 'Toutes les dates'],
    ['today', "Aujourd'hui"],
    ['tomorrow', 'Demain'],
    ['week', 'Cette semaine'],
    ['month', 'Ce mois'],
  ])
  const prices = panel.getAllByRole<HTMLInputElement>('radio')
  expect(prices.map((one) => [one.name, one.value, one.closest('label')?.textContent])).toEqual([
    ['is_free', '', 'Tous'],
    ['is_free', 'true', 'Gratuit'],
    ['is_free', 'false', 'Payant'],
  ])
})

it('shows a card with its picture, its words and the way to the event', async () => {
  serve(() => ({ ...page([]), results: [makeEvent({ description: 'Deux soirs de cuivre.' })] }))
  openScreen('/events')
  const card = await screen.findByRole('article')
  for (const text of ['Katanga Jazz de nuit', 'Concerts', 'Lubumbashi', 'sam. 21 nov. · 19:30']) {
    expect(within(card).getByText(text)).toBeTruthy()
  }
  expect(within(card).getByText('Deux soirs de cuivre.').className).toContain('line-clamp-2')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/pictures/bands/concerts/7.svg')
  expect(within(card).getByRole('link', { name: 'Participer' }).getAttribute('href')).toBe('/events/7')
})
