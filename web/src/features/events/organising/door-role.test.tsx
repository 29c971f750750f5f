// @vitest-environment jsdom
// What somebody who is at an event's door, and nothing else to it, gets to see.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { NowProvider } from '@/lib/now'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { makeEvent, NOW } from '../testing'
import { InvitationPage } from './invitation-page'
import { MyEvent } from './my-event'
import { MyEventsPage } from './my-events-page'
import { Team } from './team'

const stats = {
  ...{ total_tickets: 10, sold_tickets: 4, available_tickets: 6, scanned_tickets: 0 },
  ...{ progress: 0, scan_progress: 0, revenue_by_currency: {} },
}
const atDoor = { ...makeEvent({}), role: 'door', collaborators: [], begun_types: [], stats }
const invitation = { event: atDoor, inviter: 'amani', role: 'door' }

let answers: Record<string, unknown>

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  answers = {}
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return Response.json(answers[`${pathname}${search}`] ?? answers[pathname])
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

async function open(screen: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
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
}

const linkTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

test('in the list of one’s events there is the way to the gate, and nothing to organise', async () => {
  answers['/api/my-events/'] = { count: 1, next: null, previous: null, results: [atDoor] }
  await open(<MyEventsPage />)
  await screen.findByRole('heading', { name: atDoor.name })
  expect(screen.getByText('À la porte')).toBeTruthy()
  expect(linkTo('Scanner les billets')).toBe(`/dash/events/${atDoor.id}/scan`)
  expect(linkTo(atDoor.name)).toBeUndefined()
  expect(linkTo('Modifier')).toBeUndefined()
  expect(screen.queryByText(/vendu/)).toBeNull()
})

test('a screen for organisers says who it is for, and shows the way to the gate', async () => {
  answers['/api/my-events/'] = atDoor
  const organising = vi.fn(() => null)
  await open(<MyEvent id={atDoor.id}>{organising}</MyEvent>)
  await screen.findByText("Cette page est réservée aux organisateurs de l'évènement.")
  expect(linkTo('Scanner les billets')).toBe(`/dash/events/${atDoor.id}/scan`)
  expect(organising).not.toHaveBeenCalled()
})

test('who organises sees the screen', async () => {
  answers['/api/my-events/'] = { ...atDoor, role: 'collaborator' }
  await open(<MyEvent id={atDoor.id}>{({ role }) => <p>{role}</p>}</MyEvent>)
  await screen.findByText('collaborator')
})

test('an invitation to the door promises nothing else', async () => {
  answers['/api/invitations/abc/'] = invitation
  answers['/api/invitations/abc/accept/'] = atDoor
  const onAccepted = vi.fn()
  await open(
    <InvitationPage
      token="abc"
      signedIn
      onAccepted={onAccepted}
      proveAddress={null}
      onOtherAccount={vi.fn()}
    />,
  )
  await screen.findByText('amani vous invite à contrôler les billets de')
  expect(screen.getByText(/Vous ne verrez rien d'autre de l'évènement/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Accepter' }))
  await vi.waitFor(() => expect(onAccepted).toHaveBeenCalledOnce())
  expect(currentToasts().map(({ message }) => message)).toEqual(['Vous êtes à la porte de cet évènement.'])
})

test('the team tells who is at the door only', async () => {
  const person = { id: null, username: null, status: 'invited', trusted: false }
  await open(
    <Team
      people={[
        { ...person, email: 'a@b.cd', role: 'door' },
        { ...person, email: 'c@d.ef', role: 'collaborator' },
      ]}
    />,
  )
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.includes('À la porte seulement'))).toEqual([true, false])
})
