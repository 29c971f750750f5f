// For tests of whole screens: the app in a small browser, against a stand-in server.
import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { forgetSession } from '@/features/accounts/auth-store'
import { startSession } from '@/features/accounts/session'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { clearToasts } from '@/ui/toast-testing'
import { App, createAppRouter } from './router'

// Files are compiled on first use: a busy machine needs more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

export const user = {
  id: 7,
  username: 'elodie',
  phone: '0991234567',
  profile: { img_url: null, img: null, activity: null, email: null },
  is_following: false,
  events_count: 0,
  followers_count: 0,
  following_count: 0,
}
export const access = `e30.${btoa(JSON.stringify({ user, exp: 4_000_000_000 }))}.sign`

export const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
export const done = () => new Response(null, { status: 204 })

/** One's own space with nothing in it: screens that lead there need no more of it. */
const emptySpace = {
  ...{ tickets: [], events: [], invitations: [], attention: [], followers: 0, following: 0 },
  ...{ money: { month: '2026-11', USD: 0, CDF: 0 }, is_organiser: false },
}

interface Call {
  method: string
  path: string
  body: Record<string, unknown>
}

/** The stand-in server: tests say what it answers, and read what it was asked. */
export const server = {
  answer: (_: Call): Response | Promise<Response> => json(404, { detail: 'Rien ici.' }),
  calls: [] as Call[],
}

/** "PUT /api/profile/" and what came with it. */
export function callsTo(call: string): Call['body'][] {
  return server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)
}

export function startBrowser(): void {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = { method: request.method, path: new URL(request.url).pathname, body: await bodyOf(request) }
    server.calls.push(call)
    const answer = await server.answer(call)
    return call.path === '/api/my-space/' && answer.ok ? json(200, emptySpace) : answer
  })
  // Dialogs as far as tests need them: jsdom has none.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
}

export async function stopBrowser(): Promise<void> {
  cleanup()
  forgetSession()
  localStorage.clear()
  server.calls.length = 0
  await clearToasts()
  vi.unstubAllGlobals()
}

/** Opens an address and waits for its heading. */
export async function open(address: string) {
  const router = createAppRouter(
    { now: Date.now(), queries: [] },
    createMemoryHistory({ initialEntries: [address] }),
  )
  startSession({
    pathname: () => router.state.location.pathname,
    askToSignIn: () => void router.navigate({ to: '/login' }),
    forgetAnswers: () => forgetPrivateAnswers(router.options.context.queryClient),
  })
  render(<App router={router} />)
  await screen.findByRole('heading', { level: 1 })
  return { router, hand: userEvent.setup() }
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
export const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

async function bodyOf(request: Request): Promise<Call['body']> {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('multipart/')) return Object.fromEntries(await request.clone().formData())
  return type.includes('json') ? await request.clone().json() : {}
}
