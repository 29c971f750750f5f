// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
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

let online: boolean

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  online = true
  vi.stubGlobal('fetch', async () => {
    if (!online) throw new TypeError('Failed to fetch')
    return Response.json({ ...event, cancelled: true })
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
    <QueryClientProvider client={new QueryClient()}>
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

const offered = () => screen.queryAllByRole('menuitem').map((item) => item.textContent)

async function askToCancel() {
  const hand = await openMenu(event)
  await hand.click(screen.getByRole('menuitem', { name: "Annuler l'évènement" }))
  const question = screen.getByRole('dialog', { name: 'Annuler cet évènement ?' })
  const confirm = () => hand.click(within(question).getByRole('button', { name: "Annuler l'évènement" }))
  return { question: question as HTMLDialogElement, confirm }
}

test('what is past or cancelled already can not be cancelled', async () => {
  await openMenu({ ...event, started_at: '2026-11-13' })
  expect(offered()).toEqual([])
  cleanup()
  await openMenu({ ...event, cancelled: true })
  expect(offered()).toEqual([])
  cleanup()
  await openMenu({ ...event, started_at: '2026-11-13', ended_at: '2026-11-14' })
  expect(offered()).toEqual(["Annuler l'évènement"])
})

test('what nobody ever began to pay for can be deleted', async () => {
  const unsold = { ...event, stats: { ...event.stats, sold_tickets: 0 } }
  await openMenu(unsold)
  expect(offered()).toEqual(["Annuler l'évènement"])
  cleanup()
  await openMenu({ ...unsold, begun_types: [] })
  expect(offered()).toEqual(["Annuler l'évènement", 'Supprimer'])
})

test('says what becomes of the tickets that are sold', async () => {
  const { question } = await askToCancel()
  expect(question.textContent).toContain('Les 3 billets vendus ne seront plus valables et seront remboursés.')
})

test('without network the question stays, and is answered by the second press', async () => {
  const { question, confirm } = await askToCancel()
  online = false
  await confirm()
  const button = within(question).getByRole('button', { name: "Annuler l'évènement" })
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(question.open).toBe(true)
  online = true
  await confirm()
  await vi.waitFor(() => expect(question.open).toBe(false))
})

test('what stands against it is told in the server’s words, and the question is done', async () => {
  const { question, confirm } = await askToCancel()
  const words = 'Cet évènement est passé : il ne peut plus être annulé.'
  vi.stubGlobal('fetch', async () => Response.json({ detail: words }, { status: 409 }))
  await confirm()
  await vi.waitFor(() => expect(question.open).toBe(false))
  expect(currentToasts().map(({ message }) => message)).toContain(words)
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
