// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, event, page, serve, show } from '../steering-testing'
import InvitationsPage from './invitations-page'

const LIST = '/api/events/7/invitations/'
const guest = {
  ...{ id: 9, name: 'Marie Kabeya', phone: '0970000789', email: null, ticket_type_id: 2, ticket_id: 't9' },
  ...{ code: '7KQ2-M9XD', status: 'valid', share_url: 'https://tukio.example/receipts/abc' },
}

let guests: unknown[]
let answer: (call: Call) => unknown
let calls: Call[]

beforeEach(() => {
  guests = [guest]
  answer = () => Response.json({ results: [guest] }, { status: 201 })
  calls = serve((call) => (call.name === `GET ${LIST}` ? page(guests) : answer(call)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sent = () => calls.filter(({ name }) => name === `POST ${LIST}`)

test('a pasted list becomes tickets', async () => {
  guests = []
  const hand = show(<InvitationsPage event={event} />)
  await screen.findByText('Aucun invité')
  await hand.selectOptions(screen.getByLabelText('Billet offert'), '2')
  await hand.type(screen.getByLabelText('Invités'), 'Marie Kabeya, 0970 000 789\nJean, jean@exemple.cd')
  guests = [guest]
  await hand.click(screen.getByRole('button', { name: 'Inviter 2 personnes' }))
  expect(await screen.findByRole('heading', { name: 'Marie Kabeya' })).toBeTruthy()
  expect(sent()[0]?.body).toEqual({
    ticket_type_id: 2,
    guests: [
      { name: 'Marie Kabeya', phone: '0970000789' },
      { name: 'Jean', email: 'jean@exemple.cd' },
    ],
  })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Invités').value).toBe('')
})

test('a wrong line is named before anything is sent', async () => {
  const hand = show(<InvitationsPage event={event} />)
  await hand.type(await screen.findByLabelText('Invités'), 'Marie')
  await hand.click(screen.getByRole('button', { name: 'Inviter' }))
  expect(await screen.findByText('Ligne 1 : il manque un numéro ou un e-mail')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Invités'))
  expect(sent()).toEqual([])
})

test('an answer that got lost is asked for with the same key, another list with another', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  const hand = show(<InvitationsPage event={event} />)
  await hand.type(await screen.findByLabelText('Invités'), 'Marie, 0970000789')
  const invite = screen.getByRole('button', { name: 'Inviter' })
  await hand.click(invite)
  await vi.waitFor(() => expect(invite.getAttribute('aria-busy')).toBeNull())
  answer = () => Response.json({ guests: ["Il ne reste qu'une place pour ce billet."] }, { status: 400 })
  await hand.click(invite)
  expect(await screen.findByText("Il ne reste qu'une place pour ce billet.")).toBeTruthy()
  await hand.type(screen.getByLabelText('Invités'), '0')
  await hand.click(invite)
  await vi.waitFor(() => expect(sent()).toHaveLength(3))
  const [first, second, third] = sent().map(({ key }) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a guest’s link is shared, and an invitation taken back after a question', async () => {
  const hand = show(<InvitationsPage event={event} />)
  const link = await screen.findByRole('link', { name: 'Envoyer le lien à Marie Kabeya par WhatsApp' })
  expect(link.getAttribute('href')).toContain('https://wa.me/243970000789?text=')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(guest.share_url)
  await hand.click(screen.getByRole('button', { name: "Retirer l'invitation de Marie Kabeya" }))
  expect(calls.every(({ name }) => name.startsWith('GET'))).toBe(true)
  answer = () => new Response(null, { status: 204 })
  guests = []
  await hand.click(screen.getByRole('button', { name: "Retirer l'invitation" }))
  expect(await screen.findByText('Aucun invité')).toBeTruthy()
  expect(calls.some(({ name }) => name === `DELETE ${LIST}9/`)).toBe(true)
})

test('who has come in stays', async () => {
  guests = [{ ...guest, status: 'scanned' }]
  show(<InvitationsPage event={event} />)
  expect(await screen.findByText('Entré')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Retirer/ })).toBeNull()
})

test('among many one is looked for by name', async () => {
  guests = Array.from({ length: 12 }, (_, index) => ({ ...guest, id: index, name: `Invité ${index}` }))
  const hand = show(<InvitationsPage event={event} />)
  await hand.type(await screen.findByLabelText('Chercher un invité'), 'marie')
  await vi.waitFor(() => expect(calls.at(-1)?.url.searchParams.get('search')).toBe('marie'))
  // Not for every letter.
  expect(calls.filter(({ url }) => url.searchParams.has('search')).length).toBeLessThan(3)
})
