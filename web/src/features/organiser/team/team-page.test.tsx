// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import type { OrganisedEvent } from '../organised-event'
import { haveDialogs, makeEvent, NOW, serve, show } from '../testing'
import TeamPage from './team-page'

const owner = { id: 3, username: 'organisateur', img_url: null, role: 'owner', trusted: true, added_at: null }
const marie = { id: 9, username: 'marie', img_url: null, role: 'collaborator', trusted: false, added_at: NOW }
const invited = {
  ...{ id: 1, email: 'a@b.cd', role: 'door', trusted: false },
  ...{ created_at: NOW - 20 * 86_400_000, expires_at: NOW - 6 * 86_400_000 },
}

let team: { members: unknown[]; invitations: unknown[] }
let sent: { name: string; body: unknown }[]
let answer: (name: string) => unknown
let onGone: () => void

beforeEach(() => {
  haveDialogs()
  team = { members: [owner, marie], invitations: [invited] }
  sent = []
  answer = () => team
  onGone = vi.fn()
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

async function open(changes: Partial<OrganisedEvent> = {}) {
  serve(async ({ name }, asked) => {
    if (name === 'GET /api/events/7/team/') return team
    const text = await asked.text()
    sent.push({ name, body: text ? JSON.parse(text) : null })
    return answer(name)
  })
  show(
    <TeamPage
      event={makeEvent(changes)}
      people={({ taken, onPick }) => (
        <button type="button" onClick={() => onPick({ id: 12, username: 'jules' })}>
          jules sans {taken.join(', ')}
        </button>
      )}
      onGone={onGone}
    />,
  )
  await screen.findByRole('list', { name: 'Membres' })
  return userEvent.setup()
}

const toasts = () => currentToasts().map(({ message }) => message)
const trust = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^De confiance/ })[0] as HTMLInputElement

test('the owner trusts somebody, and says so with one press', async () => {
  await open()
  expect(trust().checked).toBe(false)
  answer = () => {
    team = { ...team, members: [owner, { ...marie, trusted: true }] }
    return team
  }
  act(() => trust().click())
  expect(trust()).toMatchObject({ checked: true, disabled: true })
  await vi.waitFor(() => expect(trust().disabled).toBe(false))
  expect(sent).toEqual([{ name: 'PUT /api/events/7/team/9/', body: { trusted: true } }])
  expect(trust().checked).toBe(true)
})

test('a refused change is as it was before', async () => {
  const hand = await open()
  answer = () => Response.json({ detail: 'Non.' }, { status: 400 })
  await hand.click(trust())
  await vi.waitFor(() => expect(toasts()).toEqual(['Non.']))
  expect(trust().checked).toBe(false)
})

test('an address is invited for what was chosen', async () => {
  const hand = await open()
  await hand.selectOptions(screen.getByLabelText('Rôle'), 'À la porte seulement')
  await hand.type(screen.getByLabelText('Adresse e-mail'), 'pas une adresse{Enter}')
  expect(await screen.findByText("L'email doit être valide")).toBeTruthy()
  await hand.clear(screen.getByLabelText('Adresse e-mail'))
  await hand.type(screen.getByLabelText('Adresse e-mail'), 'c@d.ef{Enter}')
  await vi.waitFor(() => expect(toasts()).toEqual(['Une invitation est partie à c@d.ef.']))
  expect(sent).toEqual([{ name: 'POST /api/events/7/team/', body: { email: 'c@d.ef', role: 'door' } }])
})

test('whom one follows is in at once, trusted if so chosen', async () => {
  const hand = await open()
  const forms = screen.getAllByRole('checkbox', { name: /^De confiance/ })
  await hand.click(forms.at(-1) as HTMLElement)
  await hand.click(screen.getByRole('button', { name: 'jules sans 3, 9' }))
  await vi.waitFor(() => expect(toasts()).toEqual(["jules est dans l'équipe."]))
  expect(sent[0]?.body).toEqual({ user_id: 12, role: 'collaborator', trusted: true })
})

test('an invitation that ran out is sent again, or taken back', async () => {
  const hand = await open()
  expect(screen.getByText(/le lien a expiré/)).toBeTruthy()
  answer = () => new Response(null, { status: 204 })
  await hand.click(screen.getByRole('button', { name: "Renvoyer l'invitation à a@b.cd" }))
  await vi.waitFor(() => expect(sent[0]?.name).toBe('POST /api/events/7/team/invitations/1/send/'))
  await hand.click(await screen.findByRole('button', { name: "Annuler l'invitation de a@b.cd" }))
  const question = within(screen.getByRole('dialog', { name: 'Annuler cette invitation ?' }))
  team = { ...team, invitations: [] }
  await hand.click(question.getByRole('button', { name: "Annuler l'invitation" }))
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations en attente' })).toBeNull())
  expect(sent[1]?.name).toBe('DELETE /api/events/7/team/invitations/1/')
  expect(document.activeElement?.textContent).toBe('Équipe')
})

test('somebody is taken out only after it is asked', async () => {
  const hand = await open()
  await hand.click(screen.getByRole('button', { name: 'Retirer' }))
  expect(sent).toEqual([])
  answer = () => {
    team = { ...team, members: [owner] }
    return new Response(null, { status: 204 })
  }
  await hand.click(screen.getByRole('button', { name: 'Retirer marie' }))
  await vi.waitFor(() => expect(screen.queryByText('marie')).toBeNull())
  expect(sent[0]?.name).toBe('DELETE /api/events/7/team/9/')
})

test('who helps sees the team and may leave it', async () => {
  team = { members: [owner, marie], invitations: [{ ...invited, email: null }] }
  const hand = await open({ role: 'collaborator', trusted: false })
  expect(screen.getByText('Une personne invitée par e-mail')).toBeTruthy()
  expect(screen.queryByLabelText('Adresse e-mail')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  answer = () => new Response(null, { status: 204 })
  await hand.click(screen.getByRole('button', { name: "Quitter l'équipe" }))
  const question = within(screen.getByRole('dialog', { name: 'Quitter cette équipe ?' }))
  await hand.click(question.getByRole('button', { name: "Quitter l'équipe" }))
  await vi.waitFor(() => expect(onGone).toHaveBeenCalledOnce())
  expect(sent[0]?.name).toBe('POST /api/events/7/leave/')
})
