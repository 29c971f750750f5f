// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { haveDialogs, NOW, serve, show } from '../testing'
import { RefundQuestion } from './refund-question'

const done = {
  ...{ id: 'r1', payment_id: 'p1', ticket_ids: ['t1'], buyer: 'elodie', amount: 12.5, currency: 'USD' },
  ...{ state: 'requested', cause: 'organiser', created_at: NOW, tried: 0 },
}
const ticket = { ticket_id: 't1', holder: 'elodie', ticket_type: 'VIP', status: 'valid' }
const payment = { id: 'p1', buyer: 'elodie', quantity: 2, amount: 25, currency: 'USD' }

let answer: () => unknown
let sent: { name: string; body: unknown }[]

beforeEach(() => {
  haveDialogs()
  sent = []
  answer = () => Response.json(done, { status: 201 })
  serve(async ({ name }, asked) => {
    sent.push({ name, body: await asked.json() })
    return answer()
  })
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

const refund = () => screen.findByRole('button', { name: 'Rembourser' })

test('one ticket goes back, with the reason', async () => {
  const onRefunded = vi.fn()
  show(<RefundQuestion eventId={7} ticket={ticket} onClose={vi.fn()} onRefunded={onRefunded} />)
  await userEvent.type(await screen.findByLabelText('Motif'), 'Malade')
  await userEvent.click(await refund())
  await vi.waitFor(() => expect(onRefunded).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ name: 'POST /api/events/7/tickets/t1/refund/', body: { reason: 'Malade' } }])
  expect(currentToasts()[0]?.message).toBe('Le remboursement de 12,50 USD est demandé.')
})

test('somebody came in with it: that has to be meant', async () => {
  show(<RefundQuestion eventId={7} ticket={{ ...ticket, status: 'scanned' }} onClose={vi.fn()} />)
  await userEvent.click(await refund())
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(await refund())
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ force: true })
})

test('of a payment the server says so, and is asked again', async () => {
  const onClose = vi.fn()
  answer = () => Response.json({ detail: 'Un de ses billets a été scanné.' }, { status: 409 })
  show(<RefundQuestion eventId={7} payment={payment} onClose={onClose} />)
  await screen.findByText(/Les 2 billets cessent aussitôt d'être valables/)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(await refund())
  expect(await screen.findByText('Un de ses billets a été scanné.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  answer = () => Response.json({ ...done, state: 'by_hand' }, { status: 201 })
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(await refund())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ body }) => body)).toEqual([{}, { force: true }])
  expect(currentToasts()[0]?.message).toContain('à rendre en main propre')
})

test('what cost nothing is cancelled: there is nothing to pay back', async () => {
  const onClose = vi.fn()
  answer = () => Response.json({ ...done, amount: 0, state: 'done' }, { status: 201 })
  show(<RefundQuestion eventId={7} payment={{ ...payment, quantity: 1, amount: 0 }} onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Annuler ces billets ?' })
  expect(screen.getByText(/Rien n'a été payé : il n'y a rien à rendre\./)).toBeTruthy()
  expect(screen.queryByText(/0 USD/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Annuler les billets' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(currentToasts()[0]?.message).toBe('Les billets sont annulés.')
})
