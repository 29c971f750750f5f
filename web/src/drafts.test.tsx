// @vitest-environment jsdom
// A draft as its team meets it: previewed at its address, published, and copied for another edition.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTokens } from '@/features/accounts/auth-store'
import { makeEvent } from '@/features/events/testing'
import { currentToasts } from '@/ui/toast-store'
import { access, callsTo, json, open, server, startBrowser, stopBrowser, user } from './app-testing'

const PUBLISH = 'POST /api/events/7/publish/'
const stats = {
  ...{ total_tickets: 0, sold_tickets: 0, available_tickets: 0, scanned_tickets: 0, total_revenue: 0 },
  ...{ revenue: 0, collaborators_count: 0, progress: 0, scan_progress: 0 },
  ...{ revenue_by_currency: {}, cash_by_currency: {}, cash_to_return: {} },
}
const ahead = { started_at: '2099-11-21' }
const draft = {
  ...makeEvent({ draft: true, ...ahead }),
  ...{ role: 'owner', trusted: true, begun_types: [], stats },
  collaborators: [{ id: 9, username: 'marie', status: 'member', role: 'collaborator' }],
}

const NO_SALES = {
  ...{ by: 'day', from: null, until: null, points: [], pace: [], types: [], channels: [] },
  entries: { gates: [], points: [] },
  funnel: { views: 0, selected: 0, begun: 0, paid: 0 },
}

let mine: typeof draft | null

beforeEach(() => {
  startBrowser()
  keepTokens({ access, refresh: 'r' })
  mine = draft
  server.answer = ({ method, path }) => {
    const missing = json(404, { detail: 'Rien ici.' })
    if (path === '/api/session/') return json(200, { user })
    if (path === '/api/my-events/') return mine ? json(200, mine) : missing
    if (`${method} ${path}` === PUBLISH) {
      mine = { ...draft, draft: false }
      return json(200, mine)
    }
    if (path === '/api/events/7/copy/') return json(201, { ...draft, id: 8, name: 'Jazz, deuxième' })
    if (path.endsWith('/sales/')) return json(200, NO_SALES)
    if (path === '/api/events/7/') return mine && !mine.draft ? json(200, mine) : missing
    return json(200, { count: 0, next: null, previous: null, results: [] })
  }
})
afterEach(stopBrowser)

const BANNER = /Seule votre équipe voit cet évènement/
const toasts = () => currentToasts().map(({ message }) => message)

test('the team sees a preview at the event’s own address, and publishes it', async () => {
  const { hand } = await open('/events/7')
  expect(await screen.findByText(BANNER)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: draft.name })).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Publier' }))
  // Asked first: it is for good.
  expect(callsTo(PUBLISH)).toEqual([])
  await hand.click(screen.getByRole('button', { name: 'Publier maintenant' }))
  await waitFor(() => expect(screen.queryByText(BANNER)).toBeNull())
  expect(await screen.findByRole('heading', { level: 1, name: draft.name })).toBeTruthy()
  expect(toasts()).toContain("L'évènement est publié.")
})

test('to others there is nothing', async () => {
  mine = null
  await open('/events/7')
  expect(await screen.findByText('Cet évènement est introuvable.')).toBeTruthy()
})

test('a draft whose day is past is told so', async () => {
  const usual = server.answer
  server.answer = (call) =>
    `${call.method} ${call.path}` === PUBLISH
      ? json(400, { started_at: ['La date de début ne peut pas être dans le passé'] })
      : usual(call)
  const { hand } = await open('/dash/events/7')
  await hand.click(await screen.findByRole('button', { name: 'Publier' }))
  await hand.click(screen.getByRole('button', { name: 'Publier maintenant' }))
  await waitFor(() => expect(toasts()).toEqual(['La date de début ne peut pas être dans le passé']))
  expect(screen.getByText('Brouillon')).toBeTruthy()
})

test('an event is copied for another day, with its team', async () => {
  const { hand, router } = await open('/dash/events/7')
  await hand.click(await screen.findByRole('button', { name: `Autres actions pour ${draft.name}` }))
  await hand.click(screen.getByRole('menuitem', { name: 'Nouvelle édition' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Copier pour une nouvelle édition' }))
  // The week after, on the same day of it.
  expect(dialog.getByLabelText<HTMLInputElement>('Date de début').value).toBe('2099-11-28')
  await hand.clear(dialog.getByLabelText('Nom'))
  await hand.type(dialog.getByLabelText('Nom'), 'Jazz, deuxième')
  await hand.click(dialog.getByRole('checkbox'))
  await hand.click(dialog.getByRole('button', { name: 'Créer la copie' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dash/events/8'))
  expect(callsTo('POST /api/events/7/copy/')).toEqual([
    { name: 'Jazz, deuxième', started_at: '2099-11-28', hour: '19:30', with_team: true },
  ])
})
