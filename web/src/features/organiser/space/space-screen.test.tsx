// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MySpace } from '@/api/generated/types.gen'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { makeEvent, NOW, serve, show } from '../testing'
import { SpaceScreen } from './space-screen'

const user = {
  ...{ id: 7, username: 'elodie', phone: '0991234567', is_following: false },
  ...{ events_count: 0, followers_count: 0, following_count: 0 },
  profile: { img_url: null, img: null, activity: null, email: null },
}

const ticket: MySpace['tickets'][number] = {
  ...{ id: 't1', code: '7KQ2-M9XD', qr: 'TUKIO1:abc', status: 'valid', holder: 'elodie' },
  ...{ payment_id: 'p1', purchased_at: NOW, refund_possible: false },
  ticket_type: { id: 1, label: 'VIP', price: 25, devise: 'USD' },
  event: {
    ...{ id: 9, name: 'Rumba', started_at: '2026-11-15', hour: '19:30', town: 'Lubumbashi', address: '' },
    cancelled: false,
  },
}

const invitation: MySpace['invitations'][number] = {
  ...{ id: 5, inviter: 'amani', role: 'door', trusted: false, expires_at: NOW + 3 * 86_400_000 },
  event: { id: 11, name: 'Foire de Kolwezi', started_at: '2026-11-20', town: 'Kolwezi' },
}

function makeSpace(changes: Partial<MySpace> = {}): MySpace {
  return {
    ...{ tickets: [], events: [], invitations: [], attention: [], followers: 12, following: 3 },
    ...{ money: { month: '2026-11', USD: 2840, CDF: 415_000 }, is_organiser: false },
    ...changes,
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

function open(space: Partial<MySpace>) {
  const calls = serve(() => makeSpace(space))
  show(<SpaceScreen user={user} />)
  return calls
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('who buys sees tickets first, each one press from its code, and how to organise', async () => {
  open({ tickets: [ticket] })
  const link = await screen.findByRole('link', { name: 'Rumba' })
  expect(link.getAttribute('href')).toBe('/dash/tickets?ticket=t1')
  expect(screen.getByText('Demain · 19:30 · Lubumbashi')).toBeTruthy()
  expect(headings()).toEqual(['Vos prochains billets', "Et vous, qu'organisez-vous ?", 'Raccourcis'])
})

test('who organises sees what came in, in each currency, and how far each event is', async () => {
  open({ is_organiser: true, events: [makeEvent(), makeEvent({ id: 8, name: 'Foire', draft: true })] })
  await screen.findByRole('link', { name: 'Katanga Jazz de nuit' })
  expect(headings()).toEqual(['Vos évènements', 'Raccourcis'])
  expect(screen.getByText('2 840 USD')).toBeTruthy()
  expect(screen.getByText('415 000 CDF')).toBeTruthy()
  expect(screen.getAllByText('en novembre, après remboursements')).toHaveLength(2)
  expect(screen.getAllByText('221 / 360 billets vendus')).toHaveLength(2)
  expect(screen.getByText('Brouillon')).toBeTruthy()
})

test('empty, it shows ways forward', async () => {
  open({})
  await screen.findByText('Aucun billet à venir')
  expect(screen.getByRole('link', { name: 'Trouver une sortie' }).getAttribute('href')).toBe('/events')
  cleanup()
  open({ is_organiser: true })
  await screen.findByText('Rien à venir')
})

test('what waits comes first, with where it is dealt with', async () => {
  const event = { id: 7, name: 'Katanga Jazz' }
  open({
    attention: [
      { kind: 'payment_waiting', event, at: NOW + 12 * 60_000, link: '/dash/payments/p1' },
      { kind: 'refund_failed', event, count: 2, link: '/dash/events/7/refunds' },
      { kind: 'nearly_sold_out', event, count: 4, link: '/dash/events/7' },
      // These are on the screen with their own buttons.
      { kind: 'invitation_open', event, link: '/dash' },
      // A later server may know more kinds.
      { kind: 'something_new' as 'draft_open', link: '/' },
    ],
  })
  const section = (await screen.findByRole('heading', { name: "À faire d'abord" })).closest('section')
  const rows = within(section as HTMLElement).getAllByRole('listitem')
  expect(rows.map((row) => [row.textContent, within(row).getByRole('link').getAttribute('href')])).toEqual([
    ['Un paiement vous attend.Katanga Jazz : encore 12 minPayer', '/dash/tickets'],
    ['2 remboursements échoués.Katanga JazzRegarder', '/dash/events/7/refunds'],
    ['Plus que 4 places.Katanga JazzOuvrir', '/dash/events/7'],
  ])
  expect(headings()[0]).toBe("À faire d'abord")
})

test('an invitation into a team is accepted, and goes', async () => {
  let invitations = [invitation]
  const calls = serve(({ name }) => {
    if (name.startsWith('GET')) return makeSpace({ invitations })
    invitations = []
    return makeEvent({ id: 11, role: 'door' })
  })
  show(<SpaceScreen user={user} />)
  await screen.findByText('amani vous invite à contrôler les billets de')
  expect(screen.getByText(/encore 3 jours pour répondre/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Accepter' }))
  await vi.waitFor(() => expect(screen.queryByText('Foire de Kolwezi')).toBeNull())
  expect(calls.map(({ name }) => name)).toContain('POST /api/my-space/invitations/5/accept/')
  expect(currentToasts().map(({ message }) => message)).toEqual([
    "Vous faites partie de l'équipe de « Foire de Kolwezi ».",
  ])
  // The focus was on a button that went.
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('an invitation is declined, or was withdrawn meanwhile', async () => {
  let invitations = [invitation]
  let gone = false
  const calls = serve(({ name }) => {
    if (name.startsWith('GET')) return makeSpace({ invitations })
    invitations = []
    return new Response(gone ? '{}' : null, { status: gone ? 404 : 204 })
  })
  show(<SpaceScreen user={user} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Refuser' }))
  await vi.waitFor(() => expect(screen.queryByText('Foire de Kolwezi')).toBeNull())
  expect(calls.map(({ name }) => name)).toContain('POST /api/my-space/invitations/5/decline/')
  cleanup()
  await clearToasts()
  invitations = [invitation]
  gone = true
  show(<SpaceScreen user={user} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter' }))
  await vi.waitFor(() => expect(screen.queryByText('Foire de Kolwezi')).toBeNull())
  expect(currentToasts().map(({ message }) => message)).toEqual(["Cette invitation n'est plus valable."])
})

test('without network it shows what it knew last, and the ways on', async () => {
  open({ tickets: [ticket] })
  await screen.findByRole('link', { name: 'Rumba' })
  cleanup()
  serve(() => {
    throw new TypeError('Failed to fetch')
  })
  show(<SpaceScreen user={user} />)
  await screen.findByRole('link', { name: 'Rumba' })
  await screen.findByText(/^Hors ligne : dernière mise à jour/)
  expect(currentToasts()).toEqual([])
})

test('without network and without anything kept, the shortcuts stay', async () => {
  serve(() => {
    throw new TypeError('Failed to fetch')
  })
  show(<SpaceScreen user={user} />)
  await screen.findByText("Votre espace n'a pas pu être chargé.")
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    ...['/dash/tickets', '/dash/events', '/dash/events/add', '/events', '/', '/dash/settings', '/logout'],
  ])
})
