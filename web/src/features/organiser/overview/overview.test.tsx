// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { OrganisedEvent } from '../organised-event'
import { makeEvent, NOW, page, serve, show, stats } from '../testing'
import { Overview } from './overview'
import { makeSales, sold } from './testing'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const payment = {
  ...{ id: 'p1', buyer: 'grace', quantity: 2, ticket_type: 'Standard', amount: 20, currency: 'USD' },
  ...{ channel: 'online', state: 'succeeded', created_at: NOW - 120_000, refunds: null },
}

const sse = (figures: object) =>
  new Response(
    new ReadableStream({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(`event: stats\ndata: ${JSON.stringify(figures)}\n\n`)),
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

type Answers = { sales?: unknown; payments?: unknown; live?: () => Response }

function open(event: OrganisedEvent, { sales = makeSales(), payments = [payment], live }: Answers = {}) {
  const calls = serve(({ name, url }) => {
    if (name.endsWith('/live/')) return live?.() ?? new Response(null, { status: 503 })
    if (name.endsWith('/sales/')) return url.searchParams.get('by') === 'hour' ? hourly : sales
    return name.endsWith('/payments/') ? page(payments as unknown[]) : event.stats
  })
  show(
    <Overview event={event} actions={<p>Actions</p>}>
      <p>Faits</p>
    </Overview>,
  )
  return calls
}

const hourly = makeSales({ by: 'hour', points: [{ at: NOW, sold: 4, revenue: {} }] })

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent
const plain = (text: string | null | undefined) => text?.replace(/\u202f/g, ' ')

test('all nine figures are there, each with what it compares to', async () => {
  open(makeEvent())
  await screen.findByText("+31 aujourd'hui")
  expect(plain(figure('Billets vendus'))).toBe("Billets vendus221+31 aujourd'hui61,4 % des places")
  expect(plain(figure('Recettes'))).toBe(
    'Recettes2 840 USD2 840 USD + 415 000 CDF · 3 000 USD avant remboursements',
  )
  expect(figure('Disponibles')).toBe('Disponibles131sur 360 · 8 réservés')
  expect(figure('Entrées')).toBe('Entrées125,4 % des billets vendus')
  expect(figure('Équipe')).toBe('Équipe3personnes avec vous')
  expect(plain(figure('Vues de la page'))).toBe("Vues de la page1 9027,4 % vont jusqu'à l'achat")
})

test('figures move by themselves, and what hangs on them is read anew', async () => {
  const calls = open(makeEvent(), { live: () => sse({ ...stats, sold_tickets: 225 }) })
  await screen.findByText('En direct')
  expect(figure('Billets vendus')).toContain('225')
  await vi.waitFor(() => {
    expect(calls.filter(({ name }) => name.endsWith('/sales/'))).toHaveLength(2)
  })
})

test('the curve has its past beside it, by hour if asked, and its figures as a table', async () => {
  open(makeEvent())
  const table = await screen.findByRole('table', {
    name: 'Billets vendus en tout, jour par jour',
    hidden: true,
  })
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows[0]?.textContent).toBe('JourBillets vendusVos évènements précédents')
  expect(rows.map((row) => row.textContent)).toContain('sam. 14 nov.221180')
  await userEvent.click(screen.getByRole('button', { name: 'Heure' }))
  expect(screen.getByRole('button', { name: 'Heure' }).getAttribute('aria-pressed')).toBe('true')
  await screen.findByRole('table', { name: 'Billets vendus, heure par heure', hidden: true })
})

test('types, channels, the way to the ticket and the last purchases', async () => {
  open(makeEvent())
  await screen.findByRole('heading', { name: 'Par canal' })
  expect(plain(screen.getByText('VIP').parentElement?.textContent)).toBe(
    'VIP 56 / 60 · 1 190 USD · 415 000 CDF',
  )
  expect(plain(screen.getByText('À la porte').parentElement?.textContent)).toBe('À la porte 20 · 200 USD')
  expect(screen.getByText('Payé').parentElement?.textContent).toBe('Payé 141')
  const buyer = await screen.findByRole('link', { name: 'grace' })
  expect(buyer.getAttribute('href')).toBe('/dash/events/7/payments?payment=p1')
})

test('entries by gate are shown once the doors are open', async () => {
  const entries = {
    gates: ['Nord'],
    points: [{ at: Date.parse('2026-11-14T10:00+02:00'), gate: 'Nord', entered: 12 }],
  }
  open(makeEvent({ started_at: '2026-11-14' }), { sales: makeSales({ entries }) })
  expect(await screen.findByText(/sam. 14 nov. 2026 · 12 personnes/)).toBeTruthy()
  expect(screen.getByText('Nord').parentElement?.textContent).toBe('Nord 12')
})

test('before the first sale each card says what will be in it', async () => {
  const unsold = { ...stats, sold_tickets: 0, revenue: 0, total_revenue: 0, progress: 0 }
  const sales = makeSales({ points: [], pace: [], channels: [] })
  open(makeEvent({ stats: { ...unsold, revenue_by_currency: {} } }), { sales, payments: [] })
  await screen.findByText('La courbe commence avec le premier billet vendu.')
  await screen.findByText('Le premier achat apparaîtra ici.')
  expect(screen.queryByRole('heading', { name: 'Par canal' })).toBeNull()
})

test('a free event has neither sales nor purchases to tell of', async () => {
  const free = { ...stats, total_tickets: 0, sold_tickets: 0, available_tickets: 0 }
  const calls = open(makeEvent({ ttype: [], is_free: true, stats: free }))
  await screen.findByText('1 902')
  expect(screen.queryByText('Billets vendus')).toBeNull()
  expect(calls.some(({ name }) => name.endsWith('/payments/'))).toBe(false)
  expect(screen.getByText('Faits')).toBeTruthy()
})

test('sales that could not be read are read again on demand', async () => {
  let fails = true
  serve(({ name }) => {
    if (name.endsWith('/sales/'))
      return fails ? new Response(null, { status: 503 }) : makeSales({ points: [sold('2026-11-14', 1)] })
    if (name.endsWith('/live/')) return new Response(null, { status: 503 })
    return page([])
  })
  show(
    <Overview event={makeEvent()} actions={null}>
      {null}
    </Overview>,
  )
  await screen.findByText("Les ventes n'ont pas pu être lues.")
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByRole('table', { name: 'Billets vendus en tout, jour par jour', hidden: true })
})
