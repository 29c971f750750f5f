// @vitest-environment jsdom
// By which channel the payment dialog pays: what it offers, what it chooses by itself, and what it sends.
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentChannel } from '@/api/generated/types.gen'
import { json, makeChannels, pass, stubPopup } from '../testing'
import { LAST_CHANNEL } from './channels'
import {
  asked,
  CHANNELS,
  closeBoxOffice,
  INIT,
  open,
  openBoxOffice,
  press,
  seen,
  server,
  started,
  toasts,
} from './dialog-testing'

beforeEach(openBoxOffice)
afterEach(closeBoxOffice)

const closed = (reason: string) => ({ is_open: false, reason })
const NETWORK_CLOSED = "Fermé en ce moment par l'opérateur."
const NONE_OPEN = /^Aucun moyen de paiement n'est ouvert pour cette commande\./
const ALL_CLOSED = makeChannels(
  Object.fromEntries(
    makeChannels().channels.map(({ channel }) => [channel, closed("Ce moyen n'est pas encore proposé.")]),
  ),
)

const group = () => screen.getByRole('group', { name: 'Payer avec' })
const radios = () => within(group()).queryAllByRole<HTMLInputElement>('radio')
const radio = (name: string) => within(group()).getByRole<HTMLInputElement>('radio', { name })
const chosen = () => radios().find((one) => one.checked)?.value
const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirmer et payer' })
const sent = () => asked(INIT).map((call) => call.body.channel)

test('all open: five are offered in one group, the first is chosen, and the choice is sent', async () => {
  stubPopup()
  await open()
  const names = ['M-Pesa', 'Airtel Money', 'Orange Money', 'Afrimoney', 'Carte bancaire']
  expect(radios().map((one) => one.labels?.[0]?.textContent)).toEqual(names)
  expect(new Set(radios().map((one) => one.name)).size).toBe(1)
  expect(chosen()).toBe('mpesa')
  fireEvent.click(radio('Orange Money'))
  expect(chosen()).toBe('orange')
  await press('Confirmer et payer')
  expect(sent()).toEqual(['orange'])
  expect(localStorage.getItem(LAST_CHANNEL)).toBe('orange')
})

test('still loading: one may pay without a choice', async () => {
  stubPopup()
  server.channels = () => new Promise(() => undefined)
  await open()
  expect(radios()).toEqual([])
  expect(seen('Chargement des moyens de paiement…')).toBe(true)
  await press('Confirmer et payer')
  expect(asked(INIT)[0]?.body).not.toHaveProperty('channel')
  expect(localStorage.getItem(LAST_CHANNEL)).toBeNull()
})

test.each([
  ['no answer', () => 0],
  ['a server without this question', () => json(404, { detail: 'Introuvable.' })],
  ['a fault', () => json(500, { detail: 'Erreur.' })],
])('%s: the choice is left out, and paying works', async (_, answer) => {
  stubPopup()
  server.channels = answer
  await open()
  expect(radios()).toEqual([])
  expect(within(group()).getByText(/Vous pouvez payer quand même/)).toBeTruthy()
  expect(toasts()).toEqual([])
  await press('Confirmer et payer')
  expect(asked(INIT)[0]?.body).not.toHaveProperty('channel')
  expect(seen('En attente de confirmation du paiement...')).toBe(true)
})

test('one closed: it says why and can’t be chosen', async () => {
  server.channels = () => makeChannels({ mpesa: closed(NETWORK_CLOSED) })
  await open()
  expect(radio('M-Pesa').disabled).toBe(true)
  const described = document.getElementById(radio('M-Pesa').getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe(`Indisponible. ${NETWORK_CLOSED}`)
  expect(radio('Airtel Money').disabled).toBe(false)
  expect(radio('Airtel Money').getAttribute('aria-describedby')).toBeNull()
  expect(chosen()).toBe('airtel')
  expect(payButton().disabled).toBe(false)
})

test('none open: that is said, nothing can be paid, and one that opens is noticed', async () => {
  stubPopup()
  server.channels = () => ALL_CLOSED
  await open()
  expect(within(group()).getByText(NONE_OPEN)).toBeTruthy()
  expect(radios().every((one) => one.disabled && !one.checked)).toBe(true)
  expect(payButton().disabled).toBe(true)
  fireEvent.submit(payButton().form as HTMLFormElement)
  await pass()
  expect(asked(INIT)).toEqual([])

  server.channels = () => makeChannels()
  await pass(15_000)
  expect(within(group()).queryByText(NONE_OPEN)).toBeNull()
  expect(payButton().disabled).toBe(false)
  const questions = asked(CHANNELS).length
  await pass(60_000)
  expect(asked(CHANNELS)).toHaveLength(questions)
})

test.each<[string, PaymentChannel, string | null, Parameters<typeof makeChannels>[0]]>([
  ['the suggested one', 'orange', 'airtel', { orange: { is_suggested: true } }],
  ['the last one used on this device', 'airtel', 'airtel', {}],
  ['not the last one if it is closed', 'mpesa', 'airtel', { airtel: closed(NETWORK_CLOSED) }],
  ['nothing unknown that is kept here', 'mpesa', 'bitcoin', {}],
])('chooses by itself %s', async (_, expected, last, changes) => {
  if (last) localStorage.setItem(LAST_CHANNEL, last)
  server.channels = () => makeChannels(changes)
  await open()
  expect(chosen()).toBe(expected)
})

test('a device that keeps nothing pays as well', async () => {
  stubPopup()
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, clear: () => undefined })
  await open()
  expect(chosen()).toBe('mpesa')
  await press('Confirmer et payer')
  expect(sent()).toEqual(['mpesa'])
  expect(seen('En attente de confirmation du paiement...')).toBe(true)
})

test('another currency asks again, and what was picked holds as long as it is open', async () => {
  server.channels = ({ url }) =>
    url.searchParams.get('currency') === 'CDF'
      ? makeChannels({ card: closed('Pas de paiement en CDF par ce moyen.') })
      : makeChannels()
  await open()
  fireEvent.click(radio('Carte bancaire'))
  fireEvent.click(screen.getByRole('radio', { name: 'CDF' }))
  await pass()
  expect(seen('Pas de paiement en CDF par ce moyen.')).toBe(true)
  expect(chosen()).toBe('mpesa')
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  await pass()
  expect(chosen()).toBe('card')
  expect(asked(CHANNELS).map(({ url }) => url.searchParams.get('currency'))).toEqual(['USD', 'CDF', 'USD'])
})

test('a promo code asks again, and of nothing to pay there is no channel', async () => {
  const quoted = server.quoted
  server.quoted = (call) => {
    const code = call.url.searchParams.get('promo_code')
    const amount = { AMIS: '40.00', GRATUIT: '0.00' }[code ?? '']
    return { ...(quoted(call) as object), ...(amount && { amount }), discount: '0.00' }
  }
  server.init = () => ({ ...started, status: 'success', amount: '0.00' })
  server.channels = () => ALL_CLOSED
  await open()
  const apply = async (code: string) => {
    await press("J'ai un code promo")
    fireEvent.change(screen.getByLabelText('Code promo'), { target: { value: code } })
    await press('Appliquer')
  }
  await apply('AMIS')
  expect(asked(CHANNELS).map(({ url }) => url.searchParams.get('promo_code'))).toEqual([null, 'AMIS'])
  expect(payButton().disabled).toBe(true)
  await press('Retirer le code promo')
  await apply('GRATUIT')
  expect(screen.queryByRole('group', { name: 'Payer avec' })).toBeNull()
  await press('Confirmer')
  expect(asked(INIT)[0]?.body).not.toHaveProperty('channel')
  expect(seen('Paiement réussi !')).toBe(true)
})

test('a channel that closed meanwhile: said at the group, asked again, and another one pays', async () => {
  const { popup } = stubPopup()
  await open()
  const words = "M-Pesa n'est plus disponible. Choisissez un autre moyen."
  server.init = ({ body }) => (body.channel === 'mpesa' ? json(400, { channel: [words] }) : started)
  server.channels = () => makeChannels({ mpesa: closed(NETWORK_CLOSED) })
  await press('Confirmer et payer')
  expect(popup.close).toHaveBeenCalled()
  expect(toasts()).toEqual([])
  expect(within(group()).getByRole('alert').textContent).toBe(words)
  expect(document.activeElement).toBe(group())
  expect(asked(CHANNELS)).toHaveLength(2)
  expect(radio('M-Pesa').disabled).toBe(true)
  expect(chosen()).toBe('airtel')
  await press('Confirmer et payer')
  expect(sent()).toEqual(['mpesa', 'airtel'])
  expect(asked(INIT)[1]?.key).not.toBe(asked(INIT)[0]?.key)
  expect(seen('En attente de confirmation du paiement...')).toBe(true)
})

test('another try keeps the channel, and lets one change it', async () => {
  stubPopup()
  await open()
  fireEvent.click(radio('Orange Money'))
  await press('Confirmer et payer')
  server.status = { status: 'failed', reason: 'Solde insuffisant.' }
  await pass(5000)
  await press('Réessayer')
  expect(sent()).toEqual(['orange', 'orange'])
  await pass(5000)
  await press('Changer de moyen de paiement')
  expect(document.activeElement?.tagName).toBe('FORM')
  expect(chosen()).toBe('orange')
  fireEvent.click(radio('Carte bancaire'))
  await press('Confirmer et payer')
  expect(sent()).toEqual(['orange', 'orange', 'card'])
  expect(asked(INIT)[2]?.body.retry_of).toBe('p1')
})

test('an attempt that nobody answered is not changed on the way', async () => {
  stubPopup()
  server.init = () => 0
  await open()
  await press('Confirmer et payer')
  expect(seen('Paiement échoué')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Changer de moyen de paiement' })).toBeNull()
})
