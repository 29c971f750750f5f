// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DoorBlock } from '@/api/generated/types.gen'
import { ApiError } from '@/lib/api-error'
import { doorKeys } from '@/lib/query-keys/door'
import type { Gate } from '../gate/gate'
import { type GateState, NOTHING_KNOWN } from '../gate/state'
import type { TillServer } from './calls'
import { SellDialog } from './sell-dialog'
import { Till } from './till'
import { openTillStore } from './till-store'

const place = (number: number) => ({
  ...{ payment_id: `pay-${number}`, ticket_id: `ticket-${number}`, code: `code-${number}` },
  ...{ content: `TUKIO-${number}`, receipt_url: `https://tukio.cd/receipts/${number}` },
})

const block: DoorBlock = {
  ...{ block_id: 'block-1', ticket_type_id: 3, ticket_type: 'Debout', places: [place(1), place(2)] },
  price: [{ amount: '10.00', currency: 'USD' }],
}

const types = [
  { id: 3, label: 'Debout', price: 10, devise: 'USD', sold: 0, scanned: 0 },
  { id: 4, label: 'VIP', price: 25, devise: 'USD', sold: 0, scanned: 0 },
]

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  // jsdom has dialogs without their methods.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What the event's page says of the types: Debout has some left, VIP has none. */
const stock = types.map(({ id, label, price, devise }) => ({
  ...{ id, label, price, devise, nbr_max: 50, sold_tickets: 0, scanned_tickets: 0, closed: false },
  available_tickets: id === 3 ? 3 : 0,
}))

async function openDialog(link: GateState['link']) {
  const server = {
    sell: vi.fn<TillServer['sell']>(),
    sync: vi.fn<TillServer['sync']>(),
    setAside: vi.fn<TillServer['setAside']>(async () => block),
    release: vi.fn<TillServer['release']>(),
  }
  const store = await openTillStore()
  const till = new Till({ eventId: 7, userId: 1, device: 'tel-1', server, store, now: () => 1_000_000 })
  await till.setAside(3, 2)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(doorKeys.takings(7), { totals: [], sellers: [], results: [] })
  client.setQueryData(doorKeys.stock(7), stock)
  for (const { id } of types) client.setQueryData(doorKeys.currencies(7, id), ['USD', 'CDF'])
  client.setQueryData(doorKeys.total(7, 3, 1, 'CDF'), 28_500)
  const gate = { name: 'Porte Sud', notes: { roster: { types } } } as unknown as Gate
  const onAdmit = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <SellDialog
        gate={gate}
        till={till}
        eventId={7}
        state={{ ...NOTHING_KNOWN, link }}
        open
        onClose={() => undefined}
        onAdmit={onAdmit}
      />
    </QueryClientProvider>,
  )
  const hand = userEvent.setup()
  const press = async (name: string | RegExp) => hand.click(await screen.findByRole('button', { name }))
  return { server, onAdmit, press, hand }
}

test('online: two tickets, the sum, the receipt, and in they go', async () => {
  const { server, press, onAdmit } = await openDialog('online')
  const tickets = [place(8), place(9)]
  server.sell.mockResolvedValueOnce({
    ...{ payment_id: 'p', amount: '20.00', currency: 'USD', quantity: 2, ticket_type: 'Debout', sold_at: 1 },
    ...{ receipt: 'r', receipt_url: 'https://tukio.cd/receipts/r', tickets },
  })
  await press('Un billet de plus')
  await press("J'ai encaissé 20 USD")
  expect(server.sell.mock.calls[0]?.slice(1)).toEqual(['Porte Sud', 'tel-1'])
  expect((await screen.findByText(/^Vendu/)).textContent).toBe('Vendu : 2 × Debout, 20 USD')
  expect(screen.getByRole('img', { name: "Reçu à scanner par l'acheteur" })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Lien du reçu' }).value).toBe(
    'https://tukio.cd/receipts/r',
  )
  await press('Faire entrer')
  expect(onAdmit).toHaveBeenCalledWith(['TUKIO-8', 'TUKIO-9'])
})

test('an answer that got lost is asked for again under the same name', async () => {
  const { server, press } = await openDialog('online')
  server.sell.mockRejectedValue(new ApiError(0, undefined))
  await press("J'ai encaissé 10 USD")
  expect((await screen.findByRole('alert')).textContent).toContain("elle ne comptera qu'une fois")
  // Nothing else can be sold meanwhile, neither by the server nor of this phone's own places.
  expect(screen.queryByRole('button', { name: /^J'ai encaissé/ })).toBeNull()
  await press('Demander de nouveau')
  const [first, second] = server.sell.mock.calls.map(([{ id }]) => id)
  expect(second).toBe(first)
  // What was given up is another sale from then on.
  await press('Abandonner cette vente')
  await press("J'ai encaissé 10 USD")
  expect(server.sell.mock.calls[2]?.[0].id).not.toBe(first)
})

test('francs are taken at the rate that the server tells', async () => {
  const { press } = await openDialog('online')
  await press('CDF')
  expect(screen.getByRole('button', { name: "J'ai encaissé 28\u202f500 CDF" })).toBeTruthy()
})

test('online: what is sold out says so, and the places of this phone help out', async () => {
  const { server, press, hand } = await openDialog('online')
  expect(screen.getByRole('radio', { name: /Debout.*3 places restent · 2 de côté/ })).toBeTruthy()
  for (let more = 0; more < 3; more++) await press('Un billet de plus')
  expect(screen.getByText('Il ne reste plus que 3 billets.')).toBeTruthy()
  await hand.click(screen.getByRole('radio', { name: /VIP.*Épuisé/ }))
  expect(screen.getByText('Ce billet est épuisé.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Encaisser' }).disabled).toBe(true)
  expect(server.sell).not.toHaveBeenCalled()
})

test('the server says why it sells nothing', async () => {
  const { server, press } = await openDialog('online')
  server.sell.mockRejectedValue(new ApiError(409, { detail: 'Il ne reste plus de billets.' }))
  await press("J'ai encaissé 10 USD")
  expect((await screen.findByRole('alert')).textContent).toBe('Il ne reste plus de billets.')
})

test('offline: the places of this phone, as many as are left, in sight', async () => {
  const { server, press, hand } = await openDialog('offline')
  expect(screen.getByText('Sans réseau : il reste 2 places de ce type sur ce téléphone.')).toBeTruthy()
  await press('Un billet de plus')
  await press("J'ai encaissé 20 USD")
  expect(server.sell).not.toHaveBeenCalled()
  expect((await screen.findByText(/^Vendu/)).textContent).toBe('Vendu : 2 × Debout, 20 USD')
  await press('Reçu 1 sur 2 : suivant')
  await press('Nouvelle vente')
  expect(screen.getByText(/2 ventes de ce téléphone à envoyer : 20 USD/)).toBeTruthy()
  expect(screen.getByText(/il en reste 0\.$/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Encaisser' }).disabled).toBe(true)
  await hand.click(screen.getByRole('radio', { name: /VIP/ }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Encaisser' }).disabled).toBe(true)
})
