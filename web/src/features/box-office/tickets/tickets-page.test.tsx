// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAnswers, readKept } from '@/lib/kept-answers'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { haveDialogs, json, makePayment, makeTicket, NOW, serve, show } from '../testing'
import type { When } from './queries'
import { TicketsPage } from './tickets-page'

beforeEach(haveDialogs)

afterEach(async () => {
  cleanup()
  forgetPrivateAnswers(new QueryClient())
  await clearToasts()
  vi.unstubAllGlobals()
})

function Screen() {
  const [when, setWhen] = useState<When>('upcoming')
  const [openId, setOpenId] = useState<string>()
  return (
    <TicketsPage
      userId={3}
      when={when}
      openId={openId}
      onWhen={setWhen}
      onOpen={setOpenId}
      onClose={() => setOpenId(undefined)}
    />
  )
}

const page = (results: unknown[], next: string | null = null) => ({
  ...{ count: results.length, previous: null },
  next,
  results,
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
          makePayment({ id: 'p6', status: 'failed', refund: 'done' }),
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
  expect(view.getByRole<HTMLButtonElement>('button', { name: 'Billet précédent' }).disabled).toBe(true)
  const share = view.getByRole('link', { name: 'Inviter par WhatsApp' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(share)).toContain('/events/7')
  expect(share).not.toContain('TUKIO1')
  await userEvent.click(view.getByRole('button', { name: 'Billet suivant' }))
  expect(screen.getByText('Ce billet est remboursé.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^Code QR/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transmettre le billet' })).toBeNull()
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

test('passes a ticket on after asking once more, and tells what the server refuses', async () => {
  let known = false
  const calls = serve(({ name }) => {
    if (name === 'POST /api/my-tickets/t1/transfer/')
      return known
        ? { message: 'Le billet est maintenant à marie.' }
        : json(400, { phone: ["Aucun compte Tukio n'a ce numéro."] })
    return page(name === 'GET /api/my-tickets/' && !known ? [makeTicket()] : [])
  })
  show(<Screen />)
  const hand = userEvent.setup()
  await hand.click(await screen.findByRole('button', { name: 'Katanga Jazz de nuit' }))
  await hand.click(screen.getByRole('button', { name: 'Transmettre le billet' }))
  const phone = () => screen.getByLabelText('Numéro de téléphone de la personne')
  await hand.type(phone(), '0991')
  await hand.click(screen.getByRole('button', { name: 'Continuer' }))
  expect(screen.getByText('Le numéro de téléphone doit être valide (au moins 10 chiffres)')).toBeTruthy()
  expect(document.activeElement).toBe(phone())
  await hand.clear(phone())
  await hand.type(phone(), '+0991 23-45.67')
  await hand.click(screen.getByRole('button', { name: 'Continuer' }))
  expect(document.activeElement?.textContent).toBe('Garder mon billet')
  await hand.click(screen.getByRole('button', { name: 'Transmettre définitivement' }))
  expect(await screen.findByText("Aucun compte Tukio n'a ce numéro.")).toBeTruthy()
  expect(document.activeElement).toBe(phone())
  known = true
  await hand.click(screen.getByRole('button', { name: 'Continuer' }))
  await hand.click(screen.getByRole('button', { name: 'Transmettre définitivement' }))
  await vi.waitFor(() =>
    expect(currentToasts().map((toast) => toast.message)).toContain('Le billet est maintenant à marie.'),
  )
  expect(calls.filter(({ body }) => body.phone === '0991234567')).toHaveLength(2)
  expect(await screen.findByText('Aucun billet à venir')).toBeTruthy()
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
