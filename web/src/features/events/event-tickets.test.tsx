// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeEvent, NOW, openScreen, serve, usualSale } from './testing'

const type = {
  ...usualSale,
  ...{ price: 25, devise: 'USD' as const, nbr_max: 400, sold_tickets: 0, scanned_tickets: 0, available: 1 },
  ...{ available_tickets: 12, closed: false },
}
const ttype = [
  { ...type, id: 1, label: 'Standard' },
  { ...type, id: 2, label: 'VIP' },
  { ...type, id: 3, label: 'Prévente', available_tickets: 0 },
]

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  serve(() => makeEvent({ is_free: false, ttype }))
})

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

async function comeBackTo(search: string) {
  history.replaceState(null, '', `/events/7${search}`)
  openScreen('/events/7')
  await screen.findAllByRole('radio')
}

it('comes back to what was about to be bought, once', async () => {
  await comeBackTo('?ticket=2&quantity=3#billets')
  expect(await screen.findByText('Choisi : 3 × VIP')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /VIP/ }).checked).toBe(true)
  expect(location.pathname + location.search + location.hash).toBe('/events/7#billets')
  await userEvent.click(screen.getByRole('radio', { name: /Standard/ }))
  expect(screen.getByText('Choisi : 1 × Standard')).toBeTruthy()
})

it.each(['?ticket=3&quantity=3', '?ticket=9&quantity=3', '?ticket=VIP', '?quantity=3', ''])(
  'chooses nothing that can’t be bought: %s',
  async (search) => {
    await comeBackTo(search)
    expect(screen.queryByText(/^Choisi :/)).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: /VIP/ }))
    expect(screen.getByText('Choisi : 1 × VIP')).toBeTruthy()
  },
)

it.each(['', '&quantity=', '&quantity=beaucoup'])(
  'begins with one where no number is told: %s',
  async (rest) => {
    await comeBackTo(`?ticket=2${rest}`)
    expect(await screen.findByText('Choisi : 1 × VIP')).toBeTruthy()
  },
)

it('tells how it stands with the sale of each type', async () => {
  const soon = { ...type, state: 'soon' as const, sales_from: Date.UTC(2026, 10, 15, 8) }
  serve(() =>
    makeEvent({
      is_free: false,
      ttype: [
        { ...soon, id: 1, label: 'Standard', description: 'Avec un verre' },
        { ...type, id: 2, label: 'Tardif', state: 'waiting' },
        { ...type, id: 3, label: 'Prévente', state: 'over' },
        { ...type, id: 4, label: 'VIP', state: 'sold_out', available_tickets: 0 },
      ],
    }),
  )
  await comeBackTo('')
  const words = screen.getAllByRole<HTMLInputElement>('radio').map((one) => {
    expect(one.disabled).toBe(true)
    return one.closest('label')?.textContent
  })
  expect(words).toEqual([
    'StandardAvec un verreEn vente dès demain à 10:0025 USD',
    'TardifEn vente après le précédent25 USD',
    'PréventeVente terminée25 USD',
    'VIPÉpuisé25 USD',
  ])
})

it('a sale that has begun while the page was open can be bought from', async () => {
  const begun = { ...type, state: 'soon' as const, sales_from: NOW - 1000 }
  serve(() => makeEvent({ is_free: false, ttype: [{ ...begun, id: 1, label: 'Standard' }] }))
  await comeBackTo('')
  await userEvent.click(screen.getByRole('radio', { name: /Standard/ }))
  expect(screen.getByText('Choisi : 1 × Standard')).toBeTruthy()
})

it('an event whose tickets are all hidden is not called free', async () => {
  serve(() => makeEvent({ is_free: false, has_hidden_types: true }))
  openScreen('/events/7')
  expect(await screen.findByText('Payant')).toBeTruthy()
  expect(screen.queryByText('Aucun billet disponible')).toBeNull()
  expect(screen.queryByText('Gratuit')).toBeNull()
  expect(screen.getByRole('link', { name: 'Choisir un billet' })).toBeTruthy()
})
