// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallToAction } from './home-benefits'
import { makeEvent, openScreen, serve } from './testing'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  // Nobody here wants motion: the carousel stands still, however slow the machine.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (results: unknown[]) => ({ next: null, previous: null, results })

it('shows a card with all a person needs to choose', async () => {
  serve((url) => page(url.searchParams.has('date_range') ? [makeEvent({ started_at: '2026-11-14' })] : []))
  openScreen('/')
  const card = await screen.findByRole('article')
  for (const text of ['Katanga Jazz de nuit', 'Concerts', 'Lubumbashi', "Aujourd'hui · 19:30", 'Gratuit']) {
    expect(within(card).getByText(text)).toBeTruthy()
  }
  expect(within(card).getByRole('link', { name: 'Participer' }).getAttribute('href')).toBe('/events/7')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/pictures/bands/concerts/7.svg')
})

it('leaves out of this month what stands under today, and shows four others', async () => {
  const named = (id: number) => makeEvent({ id, name: `Soirée ${id}` })
  serve((url) => {
    if (url.searchParams.has('date_range')) return page([1, 2].map(named))
    return page(url.searchParams.has('month') ? [1, 2, 3, 4, 5, 6, 7].map(named) : [])
  })
  openScreen('/')
  await screen.findAllByText('Soirée 1')
  const month = screen.getByRole('region', { name: 'Ce mois-ci' })
  await within(month).findByText('Soirée 3')
  const shown = within(month).getAllByRole('link', { name: 'Participer' })
  expect(shown.map((link) => link.getAttribute('href'))).toEqual([3, 4, 5, 6].map((id) => `/events/${id}`))
})

it('shows no price on the card of an event whose tickets are all hidden', async () => {
  const hidden = makeEvent({ is_free: false, has_hidden_types: true })
  serve((url) => page(url.searchParams.has('date_range') ? [hidden] : []))
  openScreen('/')
  const card = await screen.findByRole('article')
  expect(within(card).queryByText('Gratuit')).toBeNull()
})

it('shows what is trending, each as a card', async () => {
  serve((url) =>
    url.pathname.endsWith('/trending/')
      ? { results: [makeEvent({ id: 8, name: 'Rumba au bord du lac' }), makeEvent({ id: 9 })] }
      : page([]),
  )
  openScreen('/')
  const trending = await screen.findByRole('region', { name: 'Tendances' })
  const cards = await within(trending).findAllByRole('article')
  expect(
    cards.map((card) => within(card).getByRole('link', { name: 'Participer' }).getAttribute('href')),
  ).toEqual(['/events/8', '/events/9'])
})

it('has words for empty days and a way to explore', async () => {
  serve(() => page([]))
  openScreen('/')
  expect(await screen.findByText("Aucun évènement trouvé pour aujourd'hui")).toBeTruthy()
  expect(await screen.findByText('Aucun évènement trouvé pour ce mois')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Explorer les évènements' })[0]?.getAttribute('href')).toBe(
    '/events',
  )
})

it('leads on: all of today, all of this month, categories, towns', async () => {
  serve(() => page([]))
  openScreen('/')
  await screen.findByRole('heading', { level: 1 })
  const all = screen.getAllByRole('link', { name: 'Voir tous' }).map((link) => link.getAttribute('href'))
  expect(all).toEqual(['/events?date_range=today', '/events?month=10'])
  expect(screen.getByRole('link', { name: 'Théâtre' }).getAttribute('href')).toBe(
    '/events?category=Th%C3%A9%C3%A2tre',
  )
  expect(screen.getByRole('link', { name: 'Mbuji-mayi' }).getAttribute('href')).toBe(
    '/events?town=Mbuji-mayi',
  )
  expect(screen.getByRole('link', { name: 'Commencer maintenant' }).getAttribute('href')).toBe('/register')
  expect(screen.getByRole('link', { name: 'En savoir plus' }).getAttribute('href')).toBe('/about')
})

it('searches by name', async () => {
  serve(() => page([]))
  const router = openScreen('/')
  const hand = userEvent.setup()
  await hand.type(await screen.findByLabelText('Chercher votre évènement'), ' jazz {Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/events?name=jazz'))
})

it('tells on four cards what one gains', async () => {
  serve(() => page([]))
  openScreen('/')
  const benefits = await screen.findByRole('region', { name: 'Tout pour sortir et faire sortir' })
  const titles = within(benefits).getAllByRole('heading', { level: 3 })
  expect(titles.map((title) => title.textContent)).toEqual([
    'Billets en ligne',
    "Gestion d'évènements",
    'Communauté',
    'Analyses',
  ])
})

it('leads who is signed in to their own space', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CallToAction signedIn /> }),
    history: createMemoryHistory(),
  })
  render(<RouterProvider router={router as never} />)
  const start = await screen.findByRole('link', { name: 'Commencer maintenant' })
  expect(start.getAttribute('href')).toBe('/dash')
})
