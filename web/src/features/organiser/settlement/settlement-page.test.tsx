// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts } from '@/ui/toast-testing'
import { makeEvent, NOW, serve, show } from '../testing'
import SettlementPage from './settlement-page'

const usd = {
  ...{ currency: 'USD', sold: 3000, refunded: 160, fees: 84.2, due: 2555.8, online: 2640, cash: 200 },
  ...{ tickets: 221, refunded_tickets: 12 },
}

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const open = (currencies: unknown[]) => {
  const calls = serve(({ name }) => {
    if (name === 'GET /api/events/7/settlement/') return { at: NOW, currencies, event: {} }
    return new Response('file', { headers: { 'Content-Type': 'application/pdf' } })
  })
  show(<SettlementPage event={makeEvent()} />)
  return calls
}

test('each currency has its statement, from what was sold to what is due', async () => {
  open([usd, { ...usd, currency: 'CDF', sold: 415_000, due: 400_000 }])
  const statement = within(await screen.findByRole('region', { name: 'USD' }))
  expect(statement.getByText('2 555,80 USD')).toBeTruthy()
  expect(statement.getByText('-160 USD')).toBeTruthy()
  expect(statement.getByText('-84,20 USD')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'CDF' })).getByText('400 000 CDF')).toBeTruthy()
  expect(screen.getByText('Compté le sam. 14 nov. 2026 à 12:00.')).toBeTruthy()
})

test('is saved as a file, with the session', async () => {
  URL.createObjectURL = () => 'blob:settlement'
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const calls = open([usd])
  await userEvent.click(await screen.findByRole('button', { name: 'PDF' }))
  await vi.waitFor(() => expect(names).toEqual(['reglement-7.pdf']))
  await userEvent.click(screen.getByRole('button', { name: 'Excel (XLSX)' }))
  await vi.waitFor(() => expect(names).toEqual(['reglement-7.pdf', 'reglement-7.xlsx']))
  expect(calls.map(({ name }) => name)).toContain('GET /api/events/7/settlement.xlsx')
})

test('before the first sale there is nothing to settle', async () => {
  open([])
  expect(await screen.findByText('Rien à régler pour le moment')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
