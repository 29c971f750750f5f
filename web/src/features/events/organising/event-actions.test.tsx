// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { NowProvider } from '@/lib/now'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { makeEvent, NOW } from '../testing'
import { EventActions } from './event-actions'
import type { MyEvent } from './queries'

const event = {
  ...makeEvent({}),
  role: 'owner',
  collaborators: [],
  begun_types: [4],
  stats: { sold_tickets: 3 },
} as unknown as MyEvent

const preview = {
  ...{ tickets: 3, payments: 2, holders: 3, unreachable: 1 },
  refunds: [{ currency: 'USD', amount: 75 }],
  cash: [{ currency: 'CDF', amount: 20_000 }],
}

let online: boolean
let sent: unknown[]
let answer: () => Response

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  online = true
  sent = []
  answer = () => Response.json({ ...event, cancelled: true })
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method !== 'GET') sent.push(await request.json().catch(() => null))
    if (!online) throw new TypeError('Failed to fetch')
    return request.method === 'GET' ? Response.json(preview) : answer()
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

async function openMenu(shown: MyEvent, onGone?: () => void) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <EventActions event={shown} onGone={onGone} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NowProvider start={NOW}>
        {/* Another tree than the registered one. */}
        <RouterProvider router={router as never} />
      </NowProvider>
    </QueryClientProvider>,
  )
  const hand = userEvent.setup()
  await screen.findByRole('link', { name: 'Voir la page' })
  const menu = screen.queryByRole('button', { name: `Autres actions pour ${shown.name}` })
  if (menu) await hand.click(menu)
  return hand
}

/** Besides copying it, which organisers always may. */
const offered = () =>
  screen
    .queryAllByRole('menuitem')
    .map((item) => item.textContent)
    .filter((words) => words !== 'Nouvelle édition')

async function askToCancel() {
  const hand = await openMenu(event)
  await hand.click(screen.getByRole('menuitem', { name: "Annuler l'évènement" }))
  const question = screen.getByRole('dialog', { name: 'Annuler cet évènement ?' })
  await within(question).findByText('Billets qui ne seront plus valables')
  const confirm = () => hand.click(within(question).getByRole('button', { name: "Annuler l'évènement" }))
  const isOpen = () => screen.queryByRole('dialog', { name: 'Annuler cet évènement ?' }) !== null
  return { question, confirm, isOpen, hand }
}

test('what is past or cancelled already can not be cancelled', async () => {
  await openMenu({ ...event, started_at: '2026-11-13' })
  expect(offered()).toEqual([])
  cleanup()
  await openMenu({ ...event, cancelled: true })
  expect(offered()).toEqual([])
  cleanup()
  await openMenu({ ...event, started_at: '2026-11-13', ended_at: '2026-11-14' })
  expect(offered()).toEqual(['Reporter', "Annuler l'évènement"])
})

test('what nobody ever began to pay for can be deleted', async () => {
  const unsold = { ...event, stats: { ...event.stats, sold_tickets: 0 } }
  await openMenu(unsold)
  expect(offered()).toEqual(['Reporter', "Annuler l'évènement"])
  cleanup()
  await openMenu({ ...unsold, begun_types: [] })
  expect(offered()).toEqual(['Reporter', "Annuler l'évènement", 'Supprimer'])
})

test('says what cancelling costs before anybody decides', async () => {
  const { question, confirm, hand, isOpen } = await askToCancel()
  const words = question.textContent
  expect(words).toContain('Billets qui ne seront plus valables3')
  expect(words).toContain('Rendu aux acheteurs75 USD')
  expect(words).toContain('Espèces à rendre par vous-même20\u202f000 CDF')
  expect(words).toContain("Une personne n'a pas laissé d'adresse e-mail : prévenez-la vous-même.")
  await hand.type(within(question).getByLabelText('Message aux participants (facultatif)'), 'Désolés.')
  await confirm()
  await vi.waitFor(() => expect(isOpen()).toBe(false))
  expect(sent).toEqual([{ message: 'Désolés.' }])
})

test('nobody decides before knowing what it costs', async () => {
  const hand = await openMenu(event)
  online = false
  await hand.click(screen.getByRole('menuitem', { name: "Annuler l'évènement" }))
  const question = within(screen.getByRole('dialog', { name: 'Annuler cet évènement ?' }))
  const retry = await question.findByRole('button', { name: 'Réessayer' }, { timeout: 20_000 })
  await hand.click(question.getByRole('button', { name: "Annuler l'évènement" }))
  online = true
  expect(sent).toEqual([])
  await hand.click(retry)
  await question.findByText('Rendu aux acheteurs')
})

test('without network the question stays, and is answered by the second press', async () => {
  const { question, confirm, isOpen } = await askToCancel()
  online = false
  await confirm()
  const button = within(question).getByRole('button', { name: "Annuler l'évènement" })
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(isOpen()).toBe(true)
  online = true
  await confirm()
  await vi.waitFor(() => expect(isOpen()).toBe(false))
})

test('what stands against it is told in the server’s words, and the question is done', async () => {
  const { confirm, isOpen } = await askToCancel()
  const words = 'Cet évènement est passé : il ne peut plus être annulé.'
  answer = () => Response.json({ detail: words }, { status: 409 })
  await confirm()
  await vi.waitFor(() => expect(isOpen()).toBe(false))
  expect(currentToasts().map(({ message }) => message)).toContain(words)
})

test('a collaborator whom the owner trusts may cancel and postpone, others may not', async () => {
  await openMenu({ ...event, role: 'collaborator', trusted: true })
  expect(offered()).toEqual(['Reporter', "Annuler l'évènement", "Quitter l'équipe"])
  cleanup()
  await openMenu({ ...event, role: 'collaborator', trusted: false })
  expect(offered()).toEqual(["Quitter l'équipe"])
})

test('another date is checked, sent, and told', async () => {
  const hand = await openMenu(event)
  await hand.click(screen.getByRole('menuitem', { name: 'Reporter' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Reporter cet évènement' }))
  const fill = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const send = () => hand.click(dialog.getByRole('button', { name: "Reporter l'évènement" }))
  fill('Nouvelle date', '2026-11-13')
  fill("Remboursement jusqu'au", '2026-11-20')
  await send()
  expect(await dialog.findByText('La nouvelle date ne peut pas être passée')).toBeTruthy()
  expect(
    dialog.getByText("Le remboursement se demande jusqu'au jour de l'évènement au plus tard"),
  ).toBeTruthy()
  fill('Nouvelle date', '2026-12-05')
  answer = () => Response.json({ hour: ['La nouvelle date doit être à venir'] }, { status: 400 })
  await send()
  expect(await dialog.findByText('La nouvelle date doit être à venir')).toBeTruthy()
  answer = () => Response.json({ ...event, started_at: '2026-12-05' })
  fill('Heure', '20:00')
  await send()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)).toEqual({ started_at: '2026-12-05', hour: '20:00', refund_until: '2026-11-20' })
  expect(currentToasts()[0]?.message).toBe("L'évènement est reporté au samedi 5 décembre 2026.")
})

test('who only helps may leave, and is asked first', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: Request) => {
    asked.push(`${input.method} ${new URL(input.url).pathname}`)
    return new Response(null, { status: 204 })
  })
  const onGone = vi.fn()
  const hand = await openMenu({ ...event, role: 'collaborator' }, onGone)
  expect(screen.queryByRole('menuitem', { name: "Annuler l'évènement" })).toBeNull()
  await hand.click(screen.getByRole('menuitem', { name: "Quitter l'équipe" }))
  const question = screen.getByRole('dialog', { name: 'Quitter cette équipe ?' })
  expect(asked).toEqual([])
  await hand.click(within(question).getByRole('button', { name: "Quitter l'équipe" }))
  await vi.waitFor(() => expect(onGone).toHaveBeenCalledOnce())
  expect(asked).toEqual([`POST /api/events/${event.id}/leave/`])
})
