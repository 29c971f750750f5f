// @vitest-environment jsdom
// Before a screen about one of one's own events: what is said of one that is somebody else's, or of none.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { serve } from '../testing'
import { MyEvent } from './my-event'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

test.each([
  [403, "Accès interdit. Vous n'avez pas les permissions nécessaires."],
  [404, 'Cet évènement est introuvable.'],
])('%i is told by the page itself: %s', async (status, words) => {
  serve(() => status)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <MyEvent id={7}>{() => <p>À moi</p>}</MyEvent> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Mes évènements' }).getAttribute('href')).toBe('/dash/events')
  expect(currentToasts()).toEqual([])
})
