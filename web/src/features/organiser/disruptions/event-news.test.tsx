// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeEvent, serve, show } from '../testing'
import { EventNews } from './event-news'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const done = {
  ...{ state: 'done', payments: 2, settled: 2, told: 2, unreachable: 0 },
  refunds: { requested: 0, done: 1, failed: 1, by_hand: 0 },
  amounts: [{ currency: 'USD', amount: 50 }],
}

test('a postponed event tells both dates, and until when money goes back by itself', async () => {
  const postponed = { from: '2026-11-07', refund_until: '2026-11-20' }
  show(<EventNews event={makeEvent({ postponed })} />)
  expect(await screen.findByText('Reporté au samedi 21 novembre 2026.')).toBeTruthy()
  expect(screen.getByText(/Jusqu'au vendredi 20 novembre 2026, qui le demande est remboursé/)).toBeTruthy()
  cleanup()
  show(<EventNews event={makeEvent({ postponed: { ...postponed, refund_until: '2026-11-13' } })} />)
  expect(await screen.findByText(/Le délai pour se faire rembourser d'office est passé/)).toBeTruthy()
})

test('a cancelled one leads to what is left to do', async () => {
  serve(() => done)
  show(<EventNews event={makeEvent({ cancelled: true })} />)
  await screen.findByRole('heading', { level: 2, name: 'Annulation terminée' })
  expect(screen.queryByRole('progressbar')).toBeNull()
  const link = screen.getByRole('link', { name: 'Régler les remboursements' })
  expect(link.getAttribute('href')).toBe('/dash/events/7/refunds')
})

test('one that nobody had paid for has nothing to tell', async () => {
  const calls = serve(() => ({ ...done, state: 'none' }))
  const { container } = show(<EventNews event={makeEvent({ cancelled: true })} />)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await vi.waitFor(() => expect(container.textContent).toBe(''))
})
