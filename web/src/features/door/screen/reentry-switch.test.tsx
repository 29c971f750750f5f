// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { doorKeys } from '@/lib/query-keys/door'
import { ReentrySwitch } from './log-dialog'

afterEach(cleanup)

function show(role: string | null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(doorKeys.overview(7), { reentry: false })
  client.setQueryData(doorKeys.role(7), role)
  render(
    <QueryClientProvider client={client}>
      <ReentrySwitch eventId={7} />
    </QueryClientProvider>,
  )
  return screen.queryByRole('button', { name: 'Laisser sortir et revenir' })
}

test.each(['owner', 'collaborator'])('the %s may let people go out and come back', (role) => {
  expect(show(role)).not.toBeNull()
})

test.each(['door', null])('somebody whose role is %s may not', (role) => {
  expect(show(role)).toBeNull()
})
