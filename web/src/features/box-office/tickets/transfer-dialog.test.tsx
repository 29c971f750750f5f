// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { type Call, haveDialogs, json, makeTicket, serve, show } from '../testing'
import { page, Screen } from './page-testing'

const RECEIVER = 'POST /api/my-tickets/t1/receiver/'
const TRANSFER = 'POST /api/my-tickets/t1/transfer/'

beforeEach(haveDialogs)

afterEach(async () => {
  cleanup()
  forgetPrivateAnswers(new QueryClient())
  await clearToasts()
  vi.unstubAllGlobals()
})

const server = { receiver: {} as unknown, transfer: {} as unknown, held: true, calls: [] as Call[] }

async function openDialog(): Promise<UserEvent> {
  server.receiver = { username: 'marie' }
  server.held = true
  server.calls = serve(({ name }) => {
    if (name === RECEIVER) return server.receiver
    if (name === TRANSFER) return server.transfer
    return page(name === 'GET /api/my-tickets/' && server.held ? [makeTicket()] : [])
  })
  show(<Screen />)
  const hand = userEvent.setup()
  await hand.click(await screen.findByRole('button', { name: 'Katanga Jazz de nuit' }))
  await hand.click(screen.getByRole('button', { name: 'Transmettre le billet' }))
  return hand
}

const phone = () => screen.getByLabelText('Numéro de téléphone de la personne')
const asked = (name: string) => server.calls.filter((call) => call.name === name)
const lists = () => asked('GET /api/my-tickets/').length
const finalButton = () => screen.findByRole('button', { name: 'Transmettre définitivement' })

async function name(hand: UserEvent, number = '+0991 23-45.67') {
  await hand.clear(phone())
  await hand.type(phone(), number)
  await hand.click(screen.getByRole('button', { name: 'Continuer' }))
}

test('names who gets the ticket before it is final, and sends the name along', async () => {
  const hand = await openDialog()
  await name(hand, '0991')
  expect(screen.getByText('Le numéro de téléphone doit être valide (au moins 10 chiffres)')).toBeTruthy()
  expect(document.activeElement).toBe(phone())
  expect(asked(RECEIVER)).toEqual([])

  server.receiver = json(400, { phone: ["Aucun compte Tukio n'a ce numéro."] })
  await name(hand)
  expect(await screen.findByText("Aucun compte Tukio n'a ce numéro.")).toBeTruthy()
  expect(document.activeElement).toBe(phone())

  server.receiver = { username: 'marie' }
  server.transfer = { message: 'Le billet est maintenant à marie.' }
  await name(hand)
  expect((await finalButton()).closest('dialog')?.textContent).toContain('passera à marie (0 991 234 567)')
  expect(document.activeElement?.textContent).toBe('Garder mon billet')
  server.held = false
  await hand.click(await finalButton())
  await vi.waitFor(() =>
    expect(currentToasts().map((toast) => toast.message)).toContain('Le billet est maintenant à marie.'),
  )
  expect(asked(TRANSFER)[0]?.body).toEqual({ phone: '0991234567', receiver: 'marie' })
  expect(await screen.findByText('Aucun billet à venir')).toBeTruthy()
})

test('a number that is somebody else’s by now is told at the number', async () => {
  const hand = await openDialog()
  await name(hand)
  const words = "Ce numéro n'appartient plus à marie : vérifiez à qui vous transmettez le billet."
  server.transfer = json(400, { phone: [words] })
  const before = lists()
  await hand.click(await finalButton())
  expect(await screen.findByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(phone())
  // The list may be old, too.
  await vi.waitFor(() => expect(lists()).toBeGreaterThan(before))
})

test('what is on its way can’t be kept any more', async () => {
  const hand = await openDialog()
  await name(hand)
  server.transfer = new Promise(() => undefined)
  const safeWay = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Garder mon billet' })
  await finalButton()
  expect(safeWay().disabled).toBe(false)
  await hand.click(await finalButton())
  expect(safeWay().disabled).toBe(true)
})

test('an answer that got lost may have passed it on: the list is read again', async () => {
  const hand = await openDialog()
  await name(hand)
  server.transfer = 0
  server.held = false
  await hand.click(await finalButton())
  expect(await screen.findByText('Aucun billet à venir')).toBeTruthy()
})

test('closing the question leaves the ticket open', async () => {
  await openDialog()
  const inner = screen.getByRole('dialog', { name: 'Transmettre le billet' })
  // What Escape does to a native dialog.
  fireEvent(inner, new Event('close'))
  expect(screen.getByRole('dialog', { name: 'Billet 7KQ2-M9XD' })).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Transmettre le billet' })).toBeNull())
})
