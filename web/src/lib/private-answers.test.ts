// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CONTACT_DRAFT, forgetPrivateAnswers, PENDING_PAYMENT, PRIVATE } from './private-answers'

test('whoever comes next meets nothing of whom was here before', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['events', 'list'], 'read before')
  let following = true
  const show = (queryKey: string[], meta = {}) => {
    const queryFn = async () => ({ is_following: following })
    return new QueryObserver(queryClient, { queryKey, queryFn, meta }).subscribe(() => undefined)
  }
  const stop = [show(['users', 'detail', '7']), show(['me', 'profile'], PRIVATE), show(['events', 'detail'])]
  const known = (...key: string[]) => queryClient.getQueryData(key)
  await expect.poll(() => known('users', 'detail', '7')).toEqual({ is_following: true })
  for (const kept of [CONTACT_DRAFT, PENDING_PAYMENT]) sessionStorage.setItem(kept, '{}')

  following = false
  forgetPrivateAnswers(queryClient)
  for (const gone of [known('users', 'detail', '7'), known('me', 'profile'), known('events', 'list')])
    expect(gone).toBeUndefined()
  expect(known('events', 'detail')).toBeDefined()
  expect(sessionStorage).toHaveLength(0)
  await expect.poll(() => known('users', 'detail', '7')).toEqual({ is_following: false })
  for (const each of stop) each()
})
