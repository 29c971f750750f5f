// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, event, NOW, page, serve, show } from '../steering-testing'
import PromoCodesPage from './promo-codes-page'

const LIST = '/api/events/7/promo-codes/'
const unused = {
  ...{ id: 3, code: 'AMIS', percent: 20, amount: null, currency: null, limit: 50, used: 0, held: 0 },
  ...{ starts_at: null, ends_at: null, ticket_types: [2], active: true },
}
const used = { ...unused, id: 4, code: 'PRESSE', used: 12, held: 2, ticket_types: [] }

let codes: unknown[]
let change: (call: Call) => unknown
let calls: Call[]

beforeEach(() => {
  codes = [unused, used]
  change = () => used
  calls = serve((call) => (call.name === `GET ${LIST}` ? page(codes) : change(call)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const asked = (method: string) => calls.filter(({ name }) => name.startsWith(method))
const card = (code: string) =>
  within(screen.getByRole('heading', { name: code }).closest('article') as HTMLElement)

test('each code says what it gives, to whom, and how often it was used', async () => {
  show(<PromoCodesPage event={event} />)
  await screen.findByRole('heading', { name: 'AMIS' })
  expect(card('AMIS').getByText('−20 %')).toBeTruthy()
  expect(card('AMIS').getByText('VIP')).toBeTruthy()
  expect(card('AMIS').getByText('0 utilisation sur 50')).toBeTruthy()
  expect(card('PRESSE').getByText('Tous les billets')).toBeTruthy()
  expect(card('PRESSE').getByText('12 utilisations sur 50, 2 en cours')).toBeTruthy()
  expect(screen.getByText('2 codes')).toBeTruthy()
})

test('a new code is made with what was typed', async () => {
  codes = []
  const hand = show(<PromoCodesPage event={event} />)
  await hand.click(await screen.findByRole('button', { name: 'Nouveau code' }))
  await hand.type(screen.getByLabelText('Code'), 'TOT')
  await hand.selectOptions(screen.getByLabelText('Réduction'), 'Un montant par commande')
  await hand.type(screen.getByLabelText('Montant'), '2,5')
  await hand.click(screen.getByRole('checkbox', { name: 'VIP' }))
  codes = [unused]
  await hand.click(screen.getByRole('button', { name: 'Créer le code' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked('POST')[0]?.body).toEqual({
    ...{ code: 'TOT', percent: null, amount: '2.5', currency: 'USD', limit: null },
    ...{ starts_at: null, ends_at: null, ticket_types: [2] },
  })
  expect(await screen.findByRole('heading', { name: 'AMIS' })).toBeTruthy()
})

test('what is wrong stands at its field, here and from the server', async () => {
  const hand = show(<PromoCodesPage event={event} />)
  await hand.click(await screen.findByRole('button', { name: 'Nouveau code' }))
  await hand.type(screen.getByLabelText('Code'), 'A')
  await hand.type(screen.getByLabelText('Pourcentage'), '120')
  await hand.click(screen.getByRole('button', { name: 'Créer le code' }))
  expect(await screen.findByText('Le code doit contenir de 3 à 30 lettres, chiffres ou tirets.')).toBeTruthy()
  expect(screen.getByText('Le pourcentage doit être un entier entre 1 et 100')).toBeTruthy()
  expect(asked('POST')).toEqual([])
  await hand.type(screen.getByLabelText('Code'), 'MIS')
  await hand.clear(screen.getByLabelText('Pourcentage'))
  await hand.type(screen.getByLabelText('Pourcentage'), '10')
  change = () => Response.json({ code: ['Ce code existe déjà.'] }, { status: 400 })
  await hand.click(screen.getByRole('button', { name: 'Créer le code' }))
  expect(await screen.findByText('Ce code existe déjà.')).toBeTruthy()
})

test('a used code can be stopped but not deleted, an unused one deleted', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  const hand = show(<PromoCodesPage event={event} />)
  await screen.findByRole('heading', { name: 'AMIS' })
  expect(card('PRESSE').queryByRole('button', { name: /Supprimer/ })).toBeNull()
  await hand.click(card('PRESSE').getByRole('button', { name: 'Arrêter le code PRESSE' }))
  await hand.click(screen.getByRole('button', { name: 'Arrêter maintenant' }))
  await vi.waitFor(() => expect(asked('PUT')).toHaveLength(1))
  expect(asked('PUT')[0]).toMatchObject({ name: `PUT ${LIST}4/`, body: { ends_at: NOW } })
  expect(card('AMIS').queryByRole('button', { name: /Arrêter/ })).toBeNull()
  await hand.click(card('AMIS').getByRole('button', { name: 'Supprimer le code AMIS' }))
  change = () => new Response(null, { status: 204 })
  await hand.click(screen.getByRole('button', { name: 'Supprimer' }))
  await vi.waitFor(() => expect(asked('DELETE').map(({ name }) => name)).toEqual([`DELETE ${LIST}3/`]))
})

test('who may not decide about prices only reads', async () => {
  show(<PromoCodesPage event={{ ...event, role: 'collaborator', trusted: false }} />)
  await screen.findByRole('heading', { name: 'AMIS' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a list that can’t be read can be tried again', async () => {
  let broken = true
  serve(() => (broken ? new Response(null, { status: 500 }) : page([used])))
  const hand = show(<PromoCodesPage event={event} />)
  await screen.findByText("Les codes promo n'ont pas pu être chargés.")
  broken = false
  await hand.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByRole('heading', { name: 'PRESSE' })).toBeTruthy()
})
