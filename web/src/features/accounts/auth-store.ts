// Who is signed in, kept in the browser under the name 'AuthStore' and shared by its tabs.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { User } from '@/api/generated/types.gen'
import type { Tokens } from '@/api/session-fetch'
import { readAccessToken } from '@/lib/access-token'

const NAME = 'AuthStore'

export interface AuthState {
  user: User | null
  token: Tokens | null
}

const SIGNED_OUT: AuthState = { user: null, token: null }

export const useAuthStore = create<AuthState>()(
  persist((): AuthState => SIGNED_OUT, {
    name: NAME,
    // What lies in the storage may be of an older release, or no session at all.
    merge: (stored) => (isSession(stored) ? stored : SIGNED_OUT),
  }),
)

/** Keeps the tokens as the server gave them; the person comes from the access token. */
export function keepTokens({ access, refresh }: Tokens): void {
  const claims = readAccessToken<User>(access)
  useAuthStore.setState(claims ? { user: claims.user, token: { access, refresh } } : SIGNED_OUT)
}

/** The server's newer word about the person; about somebody who has left meanwhile it comes too late. */
export function keepUser(user: User): void {
  if (useAuthStore.getState().user?.id === user.id) useAuthStore.setState({ user })
}

export function forgetSession(): void {
  useAuthStore.setState(SIGNED_OUT)
}

/** Signing in or out in one tab does so in all; returns how to stop. */
export function followOtherTabs(onSignedOut: () => void): () => void {
  const follow = async (event: StorageEvent) => {
    if (event.key !== NAME && event.key !== null) return
    const { user } = useAuthStore.getState()
    await useAuthStore.persist.rehydrate()
    if (user && !useAuthStore.getState().user) onSignedOut()
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
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
