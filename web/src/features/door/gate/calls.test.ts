import { afterEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { doorServer } from './calls'

afterEach(() => vi.unstubAllGlobals())

test('a refusal without words of its own gets some', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ verdict: 'unknown', non_field_errors: [] }, { status: 400 }),
  )
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  const question = { id: 's1', content: 'x', direction: 'in' as const, gate: '', device: '' }
  const answer = await doorServer(7).verify(question, new AbortController().signal)
  expect(answer).toMatchObject({ kind: 'verdict', message: 'Une erreur inconnue est survenue' })
})
