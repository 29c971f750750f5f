// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { followOtherTabs, forgetSession, keepTokens, keepUser, useAuthStore } from './auth-store'

const user = { id: 7, username: 'élodie', phone: '0990000000' }
const access = (claims: unknown) => {
  const text = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims)))
  return `e30.${btoa(text)}.sign`
}
const stored = () => JSON.parse(localStorage.getItem('AuthStore') ?? 'null')?.state

beforeEach(() => {
  forgetSession()
  localStorage.clear()
})

test('the person is read from the access token and kept under AuthStore', () => {
  const token = { access: access({ user, exp: 1 }), refresh: 'r' }
  keepTokens(token)
  expect(useAuthStore.getState()).toEqual({ user, token })
  expect(stored()).toEqual({ user, token })
})

test('an unreadable token signs nobody in', () => {
  keepTokens({ access: 'x', refresh: 'r' })
  expect(useAuthStore.getState()).toEqual({ user: null, token: null })
})

test('news about the person come too late after signing out', () => {
  keepUser({ ...user } as never)
  expect(useAuthStore.getState().user).toBeNull()
})

test('so do those about whoever was signed in before', () => {
  keepTokens({ access: access({ user, exp: 1 }), refresh: 'r' })
  keepUser({ ...user, id: 8, username: 'marie' } as never)
  expect(useAuthStore.getState().user).toEqual(user)
  keepUser({ ...user, username: 'elodie' } as never)
  expect(useAuthStore.getState().user?.username).toBe('elodie')
})

test.each([
  '{',
  '{"state":{"user":{"id":"7"},"token":null}}',
  '{"state":{"user":null,"token":{"access":1}}}',
])('what is no session in the storage is left aside: %s', async (text) => {
  localStorage.setItem('AuthStore', text)
  vi.resetModules()
  const { useAuthStore } = await import('./auth-store')
  expect(useAuthStore.getState()).toEqual({ user: null, token: null })
})

test('signing out in another tab signs out here', async () => {
  const signedOut = vi.fn()
  const stop = followOtherTabs(signedOut)
  keepTokens({ access: access({ user, exp: 1 }), refresh: 'r' })
  localStorage.setItem('AuthStore', JSON.stringify({ state: { user: null, token: null }, version: 0 }))
  dispatchEvent(new StorageEvent('storage', { key: 'AuthStore' }))
  await vi.waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
  expect(useAuthStore.getState().user).toBeNull()
  stop()
})
