// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { event, NOW, page, serve, show } from '../steering-testing'
import WaitingListPage from './waiting-list-page'

const marie = {
  ...{ id: 1, username: 'marie', joined_at: NOW - 3_600_000, ticket_type_id: 2, label: 'VIP', quantity: 2 },
  ...{ position: 1, status: 'waiting', offered: 0, offered_at: null, offered_until: null },
}
const offered = {
  ...{ ...marie, id: 2, username: 'jean', position: null, status: 'offered', offered: 1 },
  offered_until: NOW + 3_600_000,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('tells who waits for how many, and until when an offer holds', async () => {
  serve(() => page([offered, marie, { ...marie, id: 3, username: 'paul', position: 2 }]))
  show(<WaitingListPage event={event} />)
  expect(await screen.findByText('marie')).toBeTruthy()
  expect(screen.getAllByText("2 × VIP · inscription aujourd'hui à 11:00")).toHaveLength(3)
  expect(screen.getByText("1 place jusqu'à aujourd'hui à 13:00")).toBeTruthy()
  expect(screen.getByText('3 inscriptions')).toBeTruthy()
  // Of those who still wait.
  expect(screen.getByText('places attendues').parentElement?.textContent).toBe('4 places attendues')
  expect(screen.getByRole('link', { name: 'Ajouter des places' })).toBeTruthy()
})

test('nobody waits: nothing is to be done', async () => {
  serve(() => page([]))
  show(<WaitingListPage event={event} />)
  expect(await screen.findByText("Personne n'attend")).toBeTruthy()
})

test('who may not add places is not told to', async () => {
  serve(() => page([marie]))
  show(<WaitingListPage event={{ ...event, trusted: false }} />)
  await screen.findByText('marie')
  expect(screen.queryByRole('link', { name: 'Ajouter des places' })).toBeNull()
})
