// Who is signed in, kept in the browser under the name 'AuthStore' and shared by its tabs.
import { create } from 'zustand'
import type { User } from '@/api/generated/types.gen'
import type { Tokens } from '@/api/session-fetch'
import { readAccessToken } from '@/lib/access-token'

const NAME = 'AuthStore'

export interface AuthState {
  user: User | null
  token: Tokens | null
}

const SIGNED_OUT: AuthState = { user: null, token: null }

export const useAuthStore = create<AuthState>()(() => SIGNED_OUT)

// The server's pages are a visitor's: React takes them over as such, and shows the person right after.
if (!import.meta.env.SSR) useAuthStore.setState(readStored())

/** Keeps the tokens as the server gave them; the person comes from the access token. */
export function keepTokens({ access, refresh }: Tokens): void {
  const claims = readAccessToken<User>(access)
  keep(claims ? { user: claims.user, token: { access, refresh } } : SIGNED_OUT)
}

/** The server's newer word about the person; about somebody who has left meanwhile it comes too late. */
export function keepUser(user: User): void {
  const { user: before, token } = useAuthStore.getState()
  if (before?.id === user.id) keep({ user, token })
}

export function forgetSession(): void {
  keep(SIGNED_OUT)
}

/** Written as zustand's own middleware does, whose further abilities every page would carry unused. */
function keep(state: AuthState): void {
  useAuthStore.setState(state)
  try {
    localStorage.setItem(NAME, JSON.stringify({ state, version: 0 }))
  } catch {
    // A browser that keeps nothing: the session lasts as long as the page.
  }
}

/** Signing in or out in one tab does so in all; returns how to stop. */
export function followOtherTabs(onSignedOut: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== NAME && event.key !== null) return
    const { user } = useAuthStore.getState()
    useAuthStore.setState(readStored())
    if (user && !useAuthStore.getState().user) onSignedOut()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** What lies in the storage may be of an older release, spoiled, or no session at all. */
function readStored(): AuthState {
  try {
    const { state } = JSON.parse(localStorage.getItem(NAME) ?? '{}')
    return isSession(state) ? state : SIGNED_OUT
  } catch {
    return SIGNED_OUT
  }
}

function isSession(value: unknown): value is AuthState {
  const { user, token } = (value ?? {}) as { user?: Partial<User>; token?: Partial<Tokens> }
  return (
    typeof user?.id === 'number' &&
    typeof user.username === 'string' &&
    typeof token?.access === 'string' &&
    typeof token.refresh === 'string'
  )
}
