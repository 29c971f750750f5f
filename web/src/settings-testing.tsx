// For tests of the settings: a person signed in, and a server that knows them.
import { screen, within } from '@testing-library/react'
import { keepTokens } from '@/features/accounts/auth-store'
import { currentToasts } from '@/ui/toast-store'
import { access, json, open, server, startBrowser, user } from './app-testing'

export const provider = { presentation: null, town: null, price: null, links: [], portfolio: [] }
export const profile = { ...user, email_verified: false, phone_verified: false, news: true, provider }
export const sessions = [
  { id: 1, device: 'Chrome sur Android', created_at: 0, last_seen_at: 0, expires_at: 0, is_current: true },
  { id: 2, device: 'Firefox sur Windows', created_at: 0, last_seen_at: 0, expires_at: 0, is_current: false },
  { id: 3, device: 'Appareil inconnu', created_at: 0, last_seen_at: 0, expires_at: 0, is_current: false },
]

/** Answers of one test, by "PUT /api/profile/", before the usual ones. */
export const answers = new Map<string, () => Response | Promise<Response>>()

export function startSignedIn(): void {
  startBrowser()
  keepTokens({ access, refresh: 'r' })
  answers.clear()
  server.answer = ({ method, path }) => {
    const answer = answers.get(`${method} ${path}`)
    if (answer) return answer()
    if (path === '/api/session/') return json(200, { user })
    if (path === '/api/profile/') return json(200, profile)
    if (path === '/api/sessions/') return json(200, sessions)
    return json(200, { next: null, previous: null, results: [] })
  }
}

export async function openSettings(tab = '') {
  const opened = await open(`/dash/settings${tab && `?tab=${tab}`}`)
  await screen.findByRole('tab', { name: 'Profil' })
  return opened
}

export const toasts = () => currentToasts().map((toast) => toast.message)
export const panel = (name: string) => within(screen.getByRole('tabpanel', { name, hidden: true }))
export const save = (tab: string) =>
  panel(tab).getByRole<HTMLButtonElement>('button', { name: 'Enregistrer', hidden: true })
/** Nothing to save: it can be reached, and does nothing. */
export const isOff = (tab: string) => save(tab).ariaDisabled === 'true'
