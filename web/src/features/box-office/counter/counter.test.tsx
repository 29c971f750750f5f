// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoxOffice } from '../box-office'
import { type Call, haveDialogs, json, NOW, order, serve, show } from '../testing'
import type { CounterProps } from './counter'
import type { SoldEvent, SoldType } from './sold-event'

const standard: SoldType = {
  ...{ ...order.type, state: 'on_sale', available_tickets: 12, nbr_max: 20, sold_tickets: 8, closed: false },
  ...{ scanned_tickets: 0, hidden: false, min_per_order: 1, max_per_order: 20, after_previous: false },
  waiting_list_open: false,
}
const soldOut: SoldType = {
  ...{ ...standard, id: 2, label: 'VIP', state: 'sold_out', available_tickets: 0, max_per_order: 4 },
  waiting_list_open: true,
}
const secret: SoldType = { ...standard, id: 5, label: 'Amis', hidden: true }
const event: SoldEvent = {
  ...{ id: 7, name: 'Katanga Jazz de nuit', town: 'Lubumbashi', has_hidden_types: false },
  ttype: [standard],
}
const entry = {
  ...{ id: 31, ticket_type_id: 2, label: 'VIP', quantity: 2, position: 3, status: 'waiting', offered: 0 },
  ...{ offered_at: null, offered_until: null },
}

let calls: Call[]
let answers: Record<string, (call: Call) => unknown>
const onSignIn = vi.fn()
const keepChoice = vi.fn(async () => undefined)

beforeEach(() => {
  haveDialogs()
  onSignIn.mockClear()
  answers = {
    'GET /api/events/7/waiting-list/': () => ({ results: [] }),
    'POST /api/events/7/selected/': () => new Response(null, { status: 204 }),
    'GET /api/payments/quote/': () => ({
      amount: '25.00',
      currency: 'USD',
      currencies: ['USD'],
      discount: '0.00',
    }),
  }
  calls = serve((call) => answers[call.name]?.(call) ?? json(404, {}))
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** As the event's page: what a code opens is among its types from then on. */
function Page({ of = event, type = null, ...rest }: Partial<CounterProps> & { of?: SoldEvent }) {
  const [hidden, setHidden] = useState<SoldType[]>([])
  return (
    <>
      <p>Cachés : {hidden.map(({ label }) => label).join()}</p>
      <BoxOffice
        event={{ ...of, ttype: [...of.ttype, ...hidden] }}
        type={hidden[0] ?? type}
        quantity={1}
        buyer={{ id: 3, profile: { email: null } }}
        keepChoice={keepChoice}
        onOpened={setHidden}
        onSignIn={onSignIn}
        onEmailKept={() => undefined}
        {...rest}
      />
    </>
  )
}

const named = (name: string) => calls.filter((call) => call.name === name)

test('the quantity keeps to what the organiser allows', async () => {
  show(<Page type={{ ...standard, min_per_order: 2, max_per_order: 8, max_per_person: 6 }} />)
  const field = await screen.findByLabelText<HTMLInputElement>('Quantité')
  expect([field.value, field.min, field.max]).toEqual(['2', '2', '6'])
  expect(screen.getByText('Par 2 au moins. 6 par personne au plus.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '1')
  expect(screen.getByText('De 2 à 6')).toBeTruthy()
})

test('fewer left than one must buy: nothing can be bought', async () => {
  show(<Page type={{ ...standard, min_per_order: 4, available_tickets: 3 }} />)
  expect(await screen.findByText(/il n'en reste plus assez/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Procéder au paiement' })).toBeNull()
})

test('choosing is counted once, looking is not', async () => {
  show(<Page of={{ ...event, ttype: [soldOut] }} />)
  await screen.findByRole('heading', { name: "Liste d'attente" })
  expect(named('POST /api/events/7/selected/')).toHaveLength(0)
  cleanup()
  show(<Page type={standard} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  await vi.waitFor(() => expect(named('POST /api/events/7/selected/')).toHaveLength(1))
})

test('a code shows what is hidden, and goes along to the till', async () => {
  answers['GET /api/events/7/hidden-types/'] = ({ url }) =>
    url.searchParams.get('code') === 'AMIS'
      ? { ttype: [secret] }
      : json(404, { detail: "Ce code n'ouvre aucun billet." })
  show(<Page of={{ ...event, has_hidden_types: true }} />)
  const field = await screen.findByLabelText("Vous avez un code d'accès ?")
  await userEvent.type(field, 'NON1{Enter}')
  expect(await screen.findByText("Ce code n'ouvre aucun billet.")).toBeTruthy()
  expect(document.activeElement).toBe(field)
  await userEvent.clear(field)
  await userEvent.type(field, 'AMIS{Enter}')
  expect(await screen.findByText('Cachés : Amis')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Procéder au paiement' }))
  await screen.findByRole('dialog', { name: 'Paiement' })
  await vi.waitFor(() => expect(named('GET /api/payments/quote/').length).toBeGreaterThan(0))
  expect(named('GET /api/payments/quote/')[0]?.url.searchParams.get('access_code')).toBe('AMIS')
  cleanup()
  // Back from signing in.
  show(<Page of={{ ...event, has_hidden_types: true }} />)
  expect(await screen.findByText('Cachés : Amis')).toBeTruthy()
})

test('no code is asked for where there is nothing to open', async () => {
  show(<Page type={standard} />)
  await screen.findByRole('heading', { name: 'Votre sélection' })
  expect(screen.queryByLabelText(/code d'accès/)).toBeNull()
})

test('one joins the list, sees the place, and leaves it', async () => {
  let entries: unknown[] = []
  answers['GET /api/events/7/waiting-list/'] = () => ({ results: entries })
  answers['POST /api/events/7/waiting-list/'] = () => {
    entries = [entry]
    return json(201, entry)
  }
  answers['DELETE /api/events/7/waiting-list/31/'] = () => {
    entries = [{ ...entry, status: 'left' }]
    return new Response(null, { status: 204 })
  }
  show(<Page of={{ ...event, ttype: [standard, soldOut] }} />)
  const places = await screen.findByLabelText('Places « VIP »')
  // No more than one may buy.
  expect(within(places).getAllByRole('option')).toHaveLength(4)
  await userEvent.selectOptions(places, '2')
  await userEvent.click(screen.getByRole('button', { name: 'Rejoindre la liste' }))
  expect(await screen.findByText('n° 3 sur la liste')).toBeTruthy()
  expect(named('POST /api/events/7/waiting-list/')[0]?.body).toEqual({ ticket_type_id: 2, quantity: 2 })
  await userEvent.click(screen.getByRole('button', { name: 'Quitter la liste' }))
  expect(await screen.findByRole('button', { name: 'Rejoindre la liste' })).toBeTruthy()
})

test('a visitor signs in before waiting', async () => {
  show(<Page of={{ ...event, ttype: [soldOut] }} buyer={null} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Rejoindre la liste' }))
  expect(onSignIn).toHaveBeenCalled()
  expect(named('POST /api/events/7/waiting-list/')).toEqual([])
})

test('an offer is bought as it is, within its time', async () => {
  const offered = { ...entry, status: 'offered', position: null, offered: 1, offered_until: NOW + 3_600_000 }
  answers['GET /api/events/7/waiting-list/'] = () => ({ results: [offered] })
  show(<Page of={{ ...event, ttype: [soldOut] }} />)
  expect(await screen.findByText("Gardée pour vous jusqu'à 13:00.")).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Acheter maintenant' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Paiement' }))
  expect(await dialog.findByText('VIP')).toBeTruthy()
  expect(await dialog.findByText(/^1 ×/)).toBeTruthy()
})
