// @vitest-environment jsdom
// What somebody who was invited gets to see, by who they are.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { makeEvent, serve } from '../testing'
import { InvitationPage } from './invitation-page'

const event = makeEvent()
const invitation = { event, inviter: 'amani', role: 'collaborator', email: 'g…@exemple.cd', expires_at: 0 }

let accepted: unknown
const onAccepted = vi.fn()
const onOtherAccount = vi.fn()

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  accepted = event
  onAccepted.mockReset()
  onOtherAccount.mockReset()
  serve(({ pathname }) => (pathname.endsWith('/accept/') ? accepted : invitation))
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

async function open(signedIn: boolean) {
  const page = (
    <InvitationPage
      token="abc"
      signedIn={signedIn}
      onAccepted={onAccepted}
      onOtherAccount={onOtherAccount}
      proveAddress={<p>Prouver</p>}
    />
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      {/* Another tree than the registered one. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText('amani vous invite à organiser')
}

const linkTo = (name: string) =>
  decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '')

test('a visitor signs in or registers first, and comes back', async () => {
  await open(false)
  expect(linkTo('Accepter')).toBe('/login?redirect=/invitations/abc')
  expect(linkTo('Créer un compte')).toBe('/register?redirect=/invitations/abc')
  expect(screen.getByText('g…@exemple.cd')).toBeTruthy()
})

test('an account with another address is told which one, and shown both ways', async () => {
  await open(true)
  accepted = 403
  expect(screen.queryByText('Prouver')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Accepter' }))
  const title = await screen.findByRole('heading', { name: 'Cette invitation est pour une autre adresse' })
  expect(document.activeElement).toBe(title)
  expect(screen.getByText('g…@exemple.cd')).toBeTruthy()
  expect(screen.getByText('Prouver')).toBeTruthy()
  // The page has its own words.
  expect(currentToasts()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Me connecter avec un autre compte' }))
  expect(onOtherAccount).toHaveBeenCalledOnce()
  accepted = event
  await userEvent.click(screen.getByRole('button', { name: "Accepter l'invitation" }))
  await vi.waitFor(() => expect(onAccepted).toHaveBeenCalledOnce())
})

test('one that was used meanwhile is dead', async () => {
  await open(true)
  accepted = 404
  await userEvent.click(screen.getByRole('button', { name: 'Accepter' }))
  expect(await screen.findByText("Cette invitation n'est plus valable.")).toBeTruthy()
})
