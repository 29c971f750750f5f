// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { ReceiptPage } from './receipt-page'

const receipt = {
  event: {
    ...{ id: 7, name: 'Katanga Jazz', started_at: '2026-11-21', hour: '19:30', town: 'Lubumbashi' },
    ...{ address: 'Avenue Kasaï 12', img_url: null },
  },
  ...{ cancelled: false, ticket_type: 'VIP', quantity: 1, amount: '20.00', currency: 'USD', sold_at: 0 },
  tickets: [{ ticket_id: 't', code: '7KQ2-M9XD', content: 'TUKIO1:abc', status: 'valid' }],
  guest: null as string | null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(of: typeof receipt) {
  vi.stubGlobal('fetch', async () => Response.json(of))
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReceiptPage receipt="r" />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Katanga Jazz' })
}

test('what was bought at the door says what was paid', async () => {
  await open(receipt)
  expect(screen.getByText('1 × VIP')).toBeTruthy()
  expect(screen.getByText('Payé : 20 USD')).toBeTruthy()
})

test('a guest’s ticket says whose it is, and nothing of money', async () => {
  await open({ ...receipt, amount: '0.00', guest: 'Marie Kabeya' })
  expect(screen.getByText('Invitation de Marie Kabeya')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Code QR du billet 7KQ2-M9XD' })).toBeTruthy()
  expect(screen.queryByText(/Payé/)).toBeNull()
  cleanup()
  await open({ ...receipt, cancelled: true, guest: 'Marie Kabeya' })
  expect(screen.getByRole('alert').textContent?.trim()).toBe('Cet évènement est annulé.')
})
