// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { makeEvent, usualSale } from '../testing'
import { NO_OPTIONS } from './form/ticket-options'
import type { MyEvent } from './queries'
import { TicketTypesScreen } from './ticket-types-screen'

const type = {
  ...usualSale,
  ...{ id: 4, label: 'VIP', price: 10.5, nbr_max: 5, devise: 'USD' as const, closed: false },
  ...{ sold_tickets: 2, scanned_tickets: 0, available_tickets: 3, available: 3 },
}
const event = {
  ...makeEvent({ ttype: [type] }),
  role: 'owner',
  trusted: true,
  collaborators: [],
  begun_types: [4],
  stats: {},
} as unknown as MyEvent

let sent: unknown[]
let answer: { status: number; body: unknown }

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  // As far as tests need them: jsdom has none.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  sent = []
  answer = { status: 200, body: event }
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'Content-Type': 'application/json' },
    })
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(of = event) {
  const onSaved = vi.fn()
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <TicketTypesScreen event={of} isSignedIn={() => true} onSaved={onSaved} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      {/* Another tree than the registered one. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 2 })
  return { onSaved, router, hand: userEvent.setup() }
}

const row = (number: number) => within(screen.getByRole('group', { name: `Billet ${number}` }))
const save = () => screen.getByRole('button', { name: 'Enregistrer' })

test('a sold type stays, can be closed, and others come after it', async () => {
  const { onSaved, hand } = await open()
  expect(row(1).queryByRole('button', { name: /Retirer/ })).toBeNull()
  expect(row(1).queryByLabelText('Devise')).toBeNull()
  await hand.click(row(1).getByLabelText(/^Vente fermée/))
  await hand.click(screen.getByRole('button', { name: 'Ajouter un type de billet' }))
  // What nobody has seen yet has no sale to close.
  expect(row(2).queryByLabelText(/^Vente fermée/)).toBeNull()
  await hand.type(row(2).getByLabelText('Nom du billet'), 'Standard')
  await hand.type(row(2).getByLabelText('Prix'), '5')
  await hand.type(row(2).getByLabelText('Nombre de billets'), '100')
  await hand.click(save())
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(sent[0]).toEqual([
    { ...NO_OPTIONS, id: 4, label: 'VIP', price: '10.5', nbr_max: 5, devise: 'USD', closed: true },
    { ...NO_OPTIONS, label: 'Standard', price: '5', nbr_max: 100, devise: 'USD' },
  ])
})

test('a type that somebody only began to pay for stays, and is not called sold', async () => {
  const begun = { ...type, sold_tickets: 0, available_tickets: 5 }
  await open({ ...event, ttype: [begun, { ...begun, id: 5 }] })
  const words = 'Un paiement a été commencé : ce type reste, mais sa vente peut être fermée.'
  expect(row(1).getByText(words)).toBeTruthy()
  expect(row(1).queryByRole('button', { name: /Retirer/ })).toBeNull()
  expect(row(2).getByRole('button', { name: /Retirer/ })).toBeTruthy()
})

test('each field says what is wrong with it, and nothing is sent', async () => {
  const { hand } = await open({ ...event, ttype: [] })
  await hand.type(row(1).getByLabelText('Prix'), '-5')
  await hand.type(row(1).getByLabelText('Nombre de billets'), '0')
  await hand.click(save())
  for (const text of [
    'Le nom est requis',
    'Le prix doit être positif',
    'Au moins un billet doit être disponible',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(sent).toEqual([])
})

test('the server’s words stand under the rows and beside the button', async () => {
  const { onSaved, hand } = await open()
  answer = { status: 400, body: { ttype: ['Un type vendu ne peut pas être retiré.'] } }
  await hand.click(save())
  expect(await screen.findAllByText('Un type vendu ne peut pas être retiré.')).toHaveLength(2)
  expect(onSaved).not.toHaveBeenCalled()
})

test('a row that is removed leaves the keyboard somewhere', async () => {
  const { hand } = await open({ ...event, ttype: [] })
  await hand.click(row(1).getByRole('button', { name: /Retirer/ }))
  expect(screen.queryByRole('group', { name: 'Billet 1' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Ajouter un type de billet')
})

test('leaving asks first, but not after saving', async () => {
  const { router, hand, onSaved } = await open()
  const leave = () => void router.navigate({ to: '/ailleurs' as never })
  await hand.type(row(1).getByLabelText('Nom du billet'), ' or')
  act(leave)
  await hand.click(await screen.findByRole('button', { name: 'Rester ici' }))
  expect(router.state.location.pathname).toBe('/')
  await hand.click(save())
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  act(leave)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/ailleurs'))
})

test('options are folded away, and sent with their row', async () => {
  const { hand, onSaved } = await open()
  await hand.click(screen.getByRole('button', { name: 'Ajouter un type de billet' }))
  await hand.type(row(2).getByLabelText('Nom du billet'), 'Famille')
  await hand.type(row(2).getByLabelText('Prix'), '5')
  await hand.type(row(2).getByLabelText('Nombre de billets'), '100')
  await hand.click(row(2).getByText('Options'))
  await hand.type(row(2).getByLabelText('Description'), 'Quatre places côte à côte')
  await hand.type(row(2).getByLabelText('Minimum par commande'), '4')
  await hand.click(row(2).getByLabelText(/^S'ouvre quand le billet précédent/))
  // Before the first there is none.
  expect(row(1).queryByLabelText(/^S'ouvre quand/)).toBeNull()
  await hand.click(row(2).getByLabelText(/^Caché/))
  await hand.type(row(2).getByLabelText("Code d'accès"), 'AMIS')
  await hand.click(save())
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect((sent[0] as unknown[])[1]).toMatchObject({
    ...{ description: 'Quatre places côte à côte', min_per_order: '4', after_previous: true },
    ...{ hidden: true, access_code: 'AMIS' },
  })
})

test('what is wrong with an option opens them', async () => {
  const { hand } = await open({ ...event, ttype: [{ ...type, hidden: true }] })
  const options = row(1)
    .getByText(/^Options/)
    .closest('details')
  expect(options?.open).toBe(false)
  await hand.click(save())
  expect(await screen.findByText("Un billet caché a besoin d'un code")).toBeTruthy()
  expect(options?.open).toBe(true)
  expect(document.activeElement).toBe(row(1).getByLabelText("Code d'accès"))
})

test('the order is changed row by row, and the keyboard goes along', async () => {
  const { hand, onSaved } = await open({ ...event, ttype: [type, { ...type, id: 5, label: 'Standard' }] })
  await hand.click(row(1).getByRole('button', { name: 'Descendre le billet 1' }))
  expect(row(2).getByLabelText<HTMLInputElement>('Nom du billet').value).toBe('VIP')
  expect(document.activeElement).toBe(row(2).getByRole('button', { name: 'Descendre le billet 2' }))
  await hand.click(save())
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(sent[0]).toMatchObject([{ id: 5 }, { id: 4 }])
})

test('who may not decide about prices reads them', async () => {
  await open({ ...event, role: 'collaborator', trusted: false })
  expect(screen.getByText("L'organisateur décide des prix et des places.")).toBeTruthy()
  expect(screen.getByText('VIP')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull()
})
