// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { StandInUpload } from '@/api/upload-testing'
import { NowProvider } from '@/lib/now'
import { makeEvent, NOW } from '../../testing'
import type { MyEvent } from '../queries'
import { keepDraft } from './draft'
import { EventFormScreen } from './event-form-screen'
import { eventValues } from './schema'

const type = {
  ...{ id: 4, label: 'VIP', price: 20, nbr_max: 5, devise: 'USD', closed: false },
  ...{ sold_tickets: 0, scanned_tickets: 0, available_tickets: 5, available: 5 },
}
const event = { ...makeEvent({ ttype: [type] }), role: 'owner', collaborators: [] } as unknown as MyEvent

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', StandInUpload)
  StandInUpload.calls = []
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a resumed draft leaves the ticket types as they are by now, and says so', async () => {
  const { ttype, ...values } = eventValues(event)
  const before = ttype.map((row) => ({ ...row, price: '10' }))
  keepDraft(
    { userId: 3, eventId: event.id },
    { values: { ...values, name: 'Rumba', ttype: before }, hadPicture: false, base: before },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NowProvider start={NOW}>
        <EventFormScreen userId={3} event={event} people={() => null} onSaved={() => undefined} />
      </NowProvider>
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reprendre le brouillon' }))
  expect(screen.getByText(/^Les billets ont changé depuis votre brouillon/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Prix').value).toBe('20')
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await vi.waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  const sent = (await StandInUpload.calls[0]?.sent?.text()) ?? ''
  expect(sent).toContain('Rumba')
  expect(sent).not.toContain('name="ttype"')
})
