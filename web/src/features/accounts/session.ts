// The life of a session in the browser: connected to the API at start, checked every half hour, ended by the person or the server.
import { connectApi } from '@/api/client'
import { logout, session } from '@/api/generated/sdk.gen'
import { isAccountPage } from '@/lib/account-pages'
import { followOtherTabs, forgetSession, keepTokens, keepUser, useAuthStore } from './auth-store'

const CHECK_EVERY = 30 * 60_000

interface Browser {
  pathname: () => string
  /** Opens the login page, from where the person comes back here. */
  askToSignIn: () => void
  /** Lets go of what the server told the person who left. */
  forgetAnswers: () => void
}

export function startSession({ pathname, askToSignIn, forgetAnswers }: Browser): void {
  connectApi({
    tokens: () => useAuthStore.getState().token,
    renewed: (before, { access }) => {
      // Not when the person signed out, or in as someone else, while the answer was on its way.
      if (useAuthStore.getState().token?.refresh === before.refresh)
        keepTokens({ access, refresh: before.refresh })
    },
    ended: () => {
      forgetSession()
      askToSignIn()
    },
  })
  followOtherTabs(() => {
    if (pathname().startsWith('/dash')) askToSignIn()
  })
  useAuthStore.subscribe((now, before) => {
    if (before.user && before.user.id !== now.user?.id) forgetAnswers()
  })

  const check = async () => {
    if (!useAuthStore.getState().token || isAccountPage(pathname())) return
    await readUserAgain()
  }
  void check()
  setInterval(check, CHECK_EVERY)
}

export async function readUserAgain(): Promise<void> {
  // Quiet: the person did not ask for anything. A revoked session still ends, by the way above.
  const { data } = await session({ meta: { quiet: true } })
  if (!data) return
  keepUser(data.user)
  if (data.changes?.length) (await import('./account-changes')).tellChanges(data.changes)
}

/** Signs out here at once, with or without network; the server is told if it can be reached. */
export function signOut(): void {
  const { token } = useAuthStore.getState()
  forgetSession()
  if (!token) return
  void logout({
    body: { refresh: token.refresh },
    headers: { Authorization: `Bearer ${token.access}` },
    keepalive: true,
    meta: { quiet: true },
  })
}
