// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NowProvider } from '@/lib/now'
import { Footer } from './footer'

afterEach(cleanup)

it('leads on, takes an address for the newsletter, and says whose it is', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: Footer }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NowProvider start={Date.UTC(2026, 10, 14, 10)}>
        {/* Another tree than the registered one. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  const links = within(await screen.findByRole('navigation', { name: 'Pied de page' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Événements', '/events'],
    ['Prestataires', '/users'],
    ['À propos', '/about'],
  ])
  expect(screen.getByLabelText('Votre adresse e-mail')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeTruthy()
  for (const network of ['Facebook', 'X', 'Instagram', 'WhatsApp']) {
    const link = screen.getByRole('link', { name: `Tukio sur ${network}` })
    expect(link.getAttribute('href')).toMatch(/^https:\/\//)
  }
  expect(screen.getByText('© 2026 Tukio. Tous droits réservés.')).toBeTruthy()
})
