// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAnswers, readKept } from '@/lib/kept-answers'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { clearToasts } from '@/ui/toast-testing'
import { haveDialogs, makePayment, makeTicket, NOW, serve, show } from '../testing'
import { page, Screen } from './page-testing'

const DAY = 24 * 3_600_000

beforeEach(haveDialogs)

afterEach(async () => {
  cleanup()
  forgetPrivateAnswers(new QueryClient())
  await clearToasts()
  vi.unstubAllGlobals()
})

test('shows each ticket, those to come and those that were, from every page', async () => {
  const second = makeTicket({ id: 't2', code: 'AAAA-BBBB' })
  const past = makeTicket({ id: 't3', code: 'CCCC-DDDD', status: 'scanned' })
  serve(({ name, url }) => {
    if (name !== 'GET /api/my-tickets/') return page([])
    if (url.searchParams.get('when') === 'past') return page([past])
    return url.searchParams.get('page') === '1'
      ? page([makeTicket()], '/api/my-tickets/?page=2')
      : page([second])
  })
  show(<Screen />)
  const [card] = await screen.findAllByRole('article')
  expect(card?.textContent).toContain('Katanga Jazz de nuit')
  expect(card?.textContent).toContain('sam. 21 nov. · 19:30 · Lubumbashi')
  for (const text of ['Valable', 'Standard', '7KQ2-M9XD'])
    expect(within(card as HTMLElement).getByText(text)).toBeTruthy()
  expect(screen.getByText('AAAA-BBBB')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Passés' }))
  expect(await screen.findByText('CCCC-DDDD')).toBeTruthy()
  expect(screen.getByText('Scanné')).toBeTruthy()
})

test('says what becomes of payments that are no tickets', async () => {
  serve(({ name }) =>
    name === 'GET /api/payments/'
      ? page([
          makePayment({ payment_url: '/sandbox/pay/r1' }),
          makePayment({ id: 'p2', status: 'failed', reason: 'Solde insuffisant.' }),
          makePayment({ id: 'p3', status: 'failed', created_at: NOW - 48 * 3_600_000 }),
          makePayment({ id: 'p4', status: 'success' }),
          makePayment({ id: 'p7', replaced: true, created_at: NOW - 120_000 }),
          makePayment({ id: 'p8', status: 'failed', replaced: true }),
          makePayment({ id: 'p5', status: 'success', refund: 'pending' }),
          makePayment({ id: 'p6', status: 'failed', refund: 'done', refunded_at: NOW - 13 * DAY }),
          makePayment({ id: 'p9', status: 'success', refund: 'done', refunded_at: NOW - 14 * DAY }),
        ])
      : page([]),
  )
  show(<Screen />)
  const list = await screen.findByRole('list', { name: 'Paiements à suivre' })
  await within(list).findByText('Paiement en cours')
  const titles = (part: HTMLElement) =>
    within(part)
      .getAllByRole('heading')
      .map((title) => title.textContent)
  expect(titles(list)).toEqual(['Paiement en cours', 'Paiement échoué'])
  expect(within(list).getByText(/Solde insuffisant/)).toBeTruthy()
  // The rest is folded: tickets come first.
  const others = screen.getByText('2 autres paiements').parentElement as HTMLElement
  expect(titles(others)).toEqual(['Remboursement en cours', 'Remboursé'])
  expect(screen.getByRole('link', { name: 'Ouvrir la page de paiement' })).toBeTruthy()
  expect(screen.getByText('Aucun billet à venir')).toBeTruthy()
})

test('opens without network what was seen before, and says how old it is', async () => {
  await keepAnswers({ 'tickets:3:upcoming': [makeTicket()] }, NOW - 2 * 3_600_000)
  serve(() => 0)
  show(<Screen />)
  expect(await screen.findByText('Hors ligne : dernière mise à jour il y a 2 heures')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Katanga Jazz de nuit' }))
  expect(screen.getByRole('img', { name: 'Code QR du billet 7KQ2-M9XD' })).toBeTruthy()
})

test('keeps each answer for later, for this person alone, until they leave', async () => {
  serve(({ name }) => page(name === 'GET /api/my-tickets/' ? [makeTicket()] : []))
  show(<Screen />)
  await screen.findByText('7KQ2-M9XD')
  await vi.waitFor(async () => expect((await readKept('tickets:3:upcoming'))?.value).toEqual([makeTicket()]))
  expect(await readKept('tickets:4:upcoming')).toBeNull()
  forgetPrivateAnswers(new QueryClient())
  expect(await readKept('tickets:3:upcoming')).toBeNull()
})

test('keeps what is to come while the past is not read, beside what was kept before', async () => {
  const kept = makeTicket({ id: 't9' })
  await keepAnswers({ 'tickets:3:upcoming': [kept] })
  serve(({ name, url }) =>
    name !== 'GET /api/my-tickets/'
      ? page([])
      : url.searchParams.get('when') === 'past'
        ? 0
        : page([makeTicket()]),
  )
  show(<Screen />)
  const both = [makeTicket(), kept]
  await vi.waitFor(async () => expect((await readKept('tickets:3:upcoming'))?.value).toEqual(both))
})

test('keeps both lists at each visit: after midnight the ticket of the night is in the other one', async () => {
  const online = ({ name, url }: { name: string; url: URL }) =>
    page(name === 'GET /api/my-tickets/' && url.searchParams.get('when') === 'past' ? [makeTicket()] : [])
  serve(online)
  show(<Screen />)
  await screen.findByText('Aucun billet à venir')
  await vi.waitFor(async () => expect((await readKept('tickets:3:past'))?.value).toEqual([makeTicket()]))
  cleanup()

  serve(() => 0)
  show(<Screen />)
  await screen.findByText(/^Hors ligne/)
  await userEvent.click(screen.getByRole('tab', { name: 'Passés' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Katanga Jazz de nuit' }))
  expect(screen.getByRole('img', { name: 'Code QR du billet 7KQ2-M9XD' })).toBeTruthy()
})

test('keeps what it had when only one of the lists can be read', async () => {
  await keepAnswers({ 'tickets:3:upcoming': [makeTicket()] }, NOW)
  let pastAnswered = () => {}
  const asked = new Promise<void>((resolve) => (pastAnswered = resolve))
  serve(({ name, url }) => {
    if (name !== 'GET /api/my-tickets/' || url.searchParams.get('when') !== 'past') return page([])
    pastAnswered()
    return 0
  })
  show(<Screen />)
  await asked
  await screen.findByText('Aucun billet à venir')
  expect((await readKept('tickets:3:upcoming'))?.value).toEqual([makeTicket()])
})

test('offers another try when there is nothing to show', async () => {
  let broken = true
  serve(({ name }) => (broken ? 0 : page(name === 'GET /api/my-tickets/' ? [makeTicket()] : [])))
  show(<Screen />)
  expect(await screen.findByText("Vos billets n'ont pas pu être chargés.")).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('7KQ2-M9XD')).toBeTruthy()
})

test('a payment under way is found again after the network was gone', async () => {
  let broken = true
  serve(({ name }) => {
    if (name !== 'GET /api/payments/') return broken ? 0 : page([])
    return broken ? 0 : page([makePayment()])
  })
  show(<Screen />)
  const retry = await screen.findByRole('button', { name: 'Réessayer' })
  expect(screen.queryByText('Paiement en cours')).toBeNull()
  broken = false
  await userEvent.click(retry)
  expect(await screen.findByText('Paiement en cours')).toBeTruthy()
})

test('payments that could not be read are asked for again by themselves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let answers = 0
  serve(({ name }) =>
    name !== 'GET /api/payments/' ? page([]) : answers++ === 0 ? 0 : page([makePayment()]),
  )
  show(<Screen />)
  await screen.findByText('Aucun billet à venir')
  await vi.waitFor(() => expect(answers).toBe(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await screen.findByText('Paiement en cours')).toBeTruthy()
  vi.useRealTimers()
})

test('leafs through the tickets of one event, and shows no code of a dead one', async () => {
  const tickets = [
    makeTicket(),
    makeTicket({ id: 't2', code: 'AAAA-BBBB', status: 'refunded' }),
    makeTicket({ id: 't3', code: 'CCCC-DDDD', event: { ...makeTicket().event, id: 8, name: 'Rumba' } }),
  ]
  serve(({ name }) => page(name === 'GET /api/my-tickets/' ? tickets : []))
  show(<Screen />)
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Katanga Jazz de nuit' }))[0] as HTMLElement,
  )
  const view = within(screen.getByRole('dialog', { name: 'Billet 7KQ2-M9XD' }))
  expect(view.getByText('Billet 1 sur 2')).toBeTruthy()
  expect(view.getByRole('button', { name: 'Billet précédent' }).ariaDisabled).toBe('true')
  const share = view.getByRole('link', { name: 'Inviter par WhatsApp' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(share)).toContain('/events/7')
  expect(share).not.toContain('TUKIO1')
  const next = view.getByRole('button', { name: 'Billet suivant' })
  await userEvent.click(next)
  expect(screen.getByText('Ce billet est remboursé.')).toBeTruthy()
  // At the end it has nothing more to do, and keeps the focus.
  expect([next.ariaDisabled, document.activeElement]).toEqual(['true', next])
  expect(screen.queryByRole('img', { name: /^Code QR/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transmettre le billet' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Inviter par WhatsApp' })).toBeNull()
})

test('prints the open ticket, or all of its event that open the gate', async () => {
  const printed: string[] = []
  vi.stubGlobal('print', () => {
    const codes = document.querySelectorAll('.print-sheet article .font-mono')
    printed.push(Array.from(codes, (code) => code.textContent).join())
  })
  const tickets = [
    makeTicket(),
    makeTicket({ id: 't2', code: 'AAAA-BBBB', status: 'refunded' }),
    makeTicket({ id: 't3', code: 'CCCC-DDDD' }),
  ]
  serve(({ name }) => page(name === 'GET /api/my-tickets/' ? tickets : []))
  show(<Screen />)
  const [first] = await screen.findAllByRole('button', { name: 'Katanga Jazz de nuit' })
  await userEvent.click(first as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Imprimer les 2 billets' }))
  await userEvent.click(screen.getByRole('button', { name: 'Imprimer' }))
  expect(printed).toEqual(['7KQ2-M9XD,CCCC-DDDD', '7KQ2-M9XD'])
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
  expect(document.querySelector('.print-sheet')).toBeNull()
})

test('fetches the calendar file with the session and hands it over', async () => {
  const made = vi.fn(() => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }))
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const calls = serve(({ name }) =>
    name.endsWith('calendar.ics')
      ? new Response('BEGIN:VCALENDAR', { headers: { 'Content-Type': 'text/calendar' } })
      : page(name === 'GET /api/my-tickets/' ? [makeTicket()] : []),
  )
  show(<Screen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Katanga Jazz de nuit' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter à mon calendrier' }))
  await vi.waitFor(() => expect(press).toHaveBeenCalled())
  expect(calls.at(-1)?.url.pathname).toMatch(/calendar\.ics$/)
  expect((press.mock.contexts[0] as HTMLAnchorElement).download).toMatch(/^evenement-\d+\.ics$/)
})
