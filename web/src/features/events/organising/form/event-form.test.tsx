// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { StandInUpload } from '@/api/upload-testing'
import { NowProvider } from '@/lib/now'
import { type ChosenPicture, preparePicture } from '@/lib/picture-file'
import { makeEvent, NOW, usualSale } from '../../testing'
import type { MyEvent } from '../queries'
import { keepDraft, readDraft } from './draft'
import { EventFormScreen } from './event-form-screen'
import { eventValues } from './schema'

vi.mock('@/lib/picture-file', async (original) => ({
  ...(await original<typeof import('@/lib/picture-file')>()),
  preparePicture: vi.fn(),
}))

const type = {
  ...usualSale,
  ...{ id: 4, label: 'VIP', price: 20, nbr_max: 5, devise: 'USD' as const, closed: false },
  ...{ sold_tickets: 0, scanned_tickets: 0, available_tickets: 5, available: 5 },
}
const event = {
  ...makeEvent({ ttype: [type] }),
  role: 'owner',
  trusted: true,
  collaborators: [],
} as unknown as MyEvent

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', StandInUpload)
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  StandInUpload.calls = []
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function open(onSaved: (saved: MyEvent) => void = () => undefined, of = event) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <NowProvider start={NOW}>
        <EventFormScreen userId={3} event={of} people={() => null} onSaved={onSaved} />
      </NowProvider>
    </QueryClientProvider>,
  )
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })

/** Chooses a picture that is ready when the test says so. */
async function choosePicture() {
  let ready: (picture: ChosenPicture) => void = () => undefined
  vi.mocked(preparePicture).mockReturnValue(
    new Promise((resolve) => {
      ready = resolve
    }),
  )
  await userEvent.upload(
    screen.getByLabelText('Choisir une image'),
    new File(['p'], 'p.png', { type: 'image/png' }),
  )
  return () => act(async () => ready({ file: new Blob(['p'], { type: 'image/png' }) }))
}

test('a resumed draft leaves the ticket types as they are by now, and says so', async () => {
  const { ttype, ...values } = eventValues(event)
  const before = ttype.map((row) => ({ ...row, price: '10' }))
  keepDraft(
    { userId: 3, eventId: event.id },
    { values: { ...values, name: 'Rumba', ttype: before }, hadPicture: false, base: before },
  )
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Reprendre le brouillon' }))
  expect(screen.getByText(/^Les billets ont changé depuis votre brouillon/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Prix').value).toBe('20')
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await vi.waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  const sent = (await StandInUpload.calls[0]?.sent?.text()) ?? ''
  expect(sent).toContain('Rumba')
  expect(sent).not.toContain('name="ttype"')
})

test('the event waits for its picture, and says so', async () => {
  open()
  const ready = await choosePicture()
  expect(screen.getByText("L'image se prépare : un instant.")).toBeTruthy()
  await userEvent.click(save())
  await userEvent.type(screen.getByLabelText("Nom de l'évènement"), '{Enter}')
  expect(StandInUpload.calls).toEqual([])
  await ready()
  await userEvent.click(save())
  await vi.waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  expect(await StandInUpload.calls[0]?.sent?.text()).toContain('name="img"')
})

test('a picture that is ready after the form was left brings no draft back', async () => {
  const { unmount } = open()
  const ready = await choosePicture()
  unmount()
  await ready()
  expect(readDraft({ userId: 3, eventId: event.id })).toBeNull()
})

test('what the server says of the picture stands under it and beside the button', async () => {
  open()
  await userEvent.click(save())
  await vi.waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  act(() => StandInUpload.calls[0]?.answer(400, { img: ["L'image est illisible"] }))
  expect(await screen.findAllByText("L'image est illisible")).toHaveLength(2)
})

async function sent(): Promise<string> {
  await vi.waitFor(() => expect(StandInUpload.calls).toHaveLength(1))
  return (await StandInUpload.calls[0]?.sent?.text())?.replace(/\r\n/g, '\n') ?? ''
}

const draftField = (value: string) => `name="draft"\n\n${value}\n`

test.each([
  ['Enregistrer le brouillon', 'true'],
  ['Publier', 'false'],
])('a draft is sent by « %s »', async (name, draft) => {
  open(undefined, { ...event, draft: true })
  expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name }))
  expect(await sent()).toContain(draftField(draft))
  // Both wait: the other one would send it a second time.
  for (const button of ['Enregistrer le brouillon', 'Publier'])
    expect(screen.getByRole('button', { name: button }).ariaDisabled).toBe('true')
})

test('Enter in a field publishes nothing', async () => {
  open(undefined, { ...event, draft: true })
  await userEvent.type(screen.getByLabelText("Nom de l'évènement"), '{Enter}')
  expect(await sent()).toContain(draftField('true'))
})

test('a published event stays one', async () => {
  open()
  await userEvent.click(save())
  expect(await sent()).not.toContain('name="draft"')
})

test('who may not decide about prices sees them, and sends none', async () => {
  open(undefined, { ...event, role: 'collaborator', trusted: false })
  expect(screen.getByText("L'organisateur décide des prix et des places.")).toBeTruthy()
  expect(screen.queryByLabelText('Prix')).toBeNull()
  await userEvent.click(save())
  expect(await sent()).not.toContain('name="ttype"')
})

test('who moves an event after a sale learns before saving that holders will be told', async () => {
  const sold = { ...event, ttype: [{ ...type, sold_tickets: 2 }] } as unknown as MyEvent
  open(undefined, sold)
  expect(screen.queryByText(/prévenez par e-mail/)).toBeNull()
  const address = screen.getByPlaceholderText('Avenue, numéro, commune')
  await userEvent.type(address, ' ')
  expect(screen.queryByText(/prévenez par e-mail/)).toBeNull()
  await userEvent.type(address, 'bis')
  expect(screen.getByText(/2 billets sont vendus/).textContent).toContain('demander leur remboursement')
  cleanup()
  localStorage.clear()
  open()
  await userEvent.type(screen.getByPlaceholderText('Avenue, numéro, commune'), ' bis')
  expect(screen.queryByText(/prévenez par e-mail/)).toBeNull()
})
