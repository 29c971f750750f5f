// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NowProvider } from '@/lib/now'
import { parseSearch, stringifySearch } from '@/lib/search-params'
import { makeEvent, NOW, serve } from '../testing'
import { MyEventsPage } from './my-events-page'

const stats = {
  ...{ total_tickets: 10, sold_tickets: 4, available_tickets: 6, scanned_tickets: 0 },
  ...{ progress: 40, scan_progress: 0, revenue_by_currency: {} },
}

const mine = (id: number, name: string, changes: object = {}) => ({
  ...makeEvent({ id, name }),
  ...{ role: 'owner', trusted: true, collaborators: [], begun_types: [], stats },
  ...changes,
})

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: MyEventsPage }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NowProvider start={NOW}>
        {/* Another tree than the registered one. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  return router
}

const page = (results: object[], next: string | null = null) => ({
  ...{ count: results.length, next, previous: null, results },
})

const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('those to come are shown first, those past on demand, and a search is kept', async () => {
  const asked = serve((url) => page([mine(1, url.searchParams.get('when') === 'past' ? 'Hier' : 'Demain')]))
  const router = open('/?search=fete')
  await screen.findByRole('link', { name: 'Demain' })
  await userEvent.click(screen.getByRole('tab', { name: 'Passés' }))
  await screen.findByRole('link', { name: 'Hier' })
  expect(router.state.location.searchStr).toBe('?search=fete&when=past')
  expect(asked.map(({ search }) => search)).toEqual([
    '?when=upcoming&search=fete&page=1&limit=12',
    '?when=past&search=fete&page=1&limit=12',
  ])
  await userEvent.clear(screen.getByLabelText('Chercher un de mes évènements'))
  await userEvent.type(screen.getByLabelText('Chercher un de mes évènements'), 'jazz{Enter}')
  await vi.waitFor(() => expect(asked.at(-1)?.search).toBe('?when=past&search=jazz&page=1&limit=12'))
})

test('own ones, shared ones and drafts are told apart', async () => {
  serve(() =>
    page([
      mine(1, 'Mien'),
      mine(2, 'Partagé', { role: 'collaborator' }),
      mine(3, 'Porte', { role: 'door' }),
      mine(4, 'Brouillon', { draft: true }),
    ]),
  )
  open('/')
  await screen.findByRole('link', { name: 'Mien' })
  expect(screen.getByText('4 évènements')).toBeTruthy()
  const which = screen.getByLabelText('Lesquels')
  await userEvent.selectOptions(which, 'Organisés par moi')
  await vi.waitFor(() => expect(names()).toEqual(['Mien', 'Brouillon']))
  await userEvent.selectOptions(which, 'Partagés avec moi')
  await vi.waitFor(() => expect(names()).toEqual(['Partagé', 'Porte']))
  await userEvent.selectOptions(which, 'Brouillons')
  await vi.waitFor(() => expect(names()).toEqual(['Brouillon']))
})

test('pages without anything that fits are passed over', async () => {
  const asked = serve((url) =>
    url.searchParams.get('page') === '1'
      ? page([mine(1, 'Mien')], 'http://tukio.example/api/my-events/?page=2')
      : page([mine(2, 'Partagé', { role: 'collaborator' })]),
  )
  open('/?of=shared')
  await screen.findByRole('link', { name: 'Partagé' })
  expect(asked).toHaveLength(2)
})

test('how far the sale and the entries are', async () => {
  serve(() => page([mine(1, 'Ce soir', { stats: { ...stats, scanned_tickets: 3, scan_progress: 75 } })]))
  open('/')
  await screen.findByText('4 / 10 billets vendus')
  expect(screen.getByText('3 / 4 entrées')).toBeTruthy()
})

test('none yet, none found, and a list that could not be read', async () => {
  let answer: unknown = page([])
  serve(() => answer)
  open('/')
  await screen.findByText('Aucun évènement pour le moment')
  cleanup()
  open('/?when=past')
  await screen.findByText('Aucun évènement passé')
  cleanup()
  const router = open('/?search=xyz&of=mine&when=past')
  await userEvent.click(await screen.findByRole('button', { name: 'Voir tous mes évènements' }))
  await screen.findByText('Aucun évènement passé')
  expect(router.state.location.searchStr).toBe('?when=past')
  cleanup()
  answer = 503
  open('/')
  await screen.findByText("Vos évènements n'ont pas pu être chargés.")
  answer = page([mine(1, 'Demain')])
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByRole('link', { name: 'Demain' })
})
