// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '@/ui/toast-store'
import { clearToasts } from '@/ui/toast-testing'
import { haveDialogs, makeEvent, NOW, page, serve, show } from '../testing'
import MessagesPage from './messages-page'
import { readMail } from './read-mail'

const html = `<!doctype html><html><body style="color:red"><p>Bonjour amani,</p>
<p>Les portes ouvrent à 18:00.<br>
Venez tôt.</p><p><a href="https://tukio.example/x" style="color:#fff">Voir l'évènement</a></p></body></html>`
const message = {
  ...{ id: 5, subject: 'Portes', body: 'Les portes ouvrent à 18:00.', to: 'type', ticket_type_id: 1 },
  ...{
    recipients: 200,
    unreachable: 4,
    sent: 50,
    failed: 1,
    state: 'sending',
    created_at: NOW,
    author: 'amani',
  },
}

let messages: unknown[]
let sent: { name: string; key: string | null; body: unknown }[]
let answer: () => unknown

beforeEach(() => {
  haveDialogs()
  messages = []
  sent = []
  answer = () => Response.json(message, { status: 201 })
  serve(async ({ name }, asked) => {
    if (name === 'GET /api/events/7/messages/') return page(messages)
    sent.push({ name, key: asked.headers.get('Idempotency-Key'), body: await asked.json() })
    return name.endsWith('/preview/') ? { recipients: 200, unreachable: 4, html } : answer()
  })
})

afterEach(async () => {
  cleanup()
  await clearToasts()
  vi.unstubAllGlobals()
})

async function write() {
  show(<MessagesPage event={makeEvent()} />)
  const hand = userEvent.setup()
  await hand.type(await screen.findByLabelText('Objet'), 'Portes')
  await hand.type(screen.getByLabelText('Message'), 'Les portes ouvrent à 18:00.')
  return hand
}

const preview = () => screen.getByRole('button', { name: 'Prévisualiser' })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Envoyer ce message ?' }))

test('is looked at before it is sent, once for each look', async () => {
  const hand = await write()
  await hand.click(preview())
  const shown = await dialog()
  expect(
    shown.getByText(/200 personnes le recevront ; 4 autres n'ont pas laissé d'adresse e-mail/),
  ).toBeTruthy()
  expect(shown.getByText(/Venez tôt/).textContent).toBe('Les portes ouvrent à 18:00.\nVenez tôt.')
  expect(shown.queryByRole('link')).toBeNull()
  answer = () => Response.error()
  await hand.click(shown.getByRole('button', { name: 'Envoyer à 200 personnes' }))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  messages = [message]
  answer = () => Response.json(message, { status: 201 })
  await hand.click(await shown.findByRole('button', { name: 'Envoyer à 200 personnes', busy: false }))
  await screen.findByRole('heading', { name: 'Portes' })
  expect(sent[1]?.key).toBeTruthy()
  expect(sent[2]?.key).toBe(sent[1]?.key)
  expect(sent[2]?.body).toEqual({ to: 'all', subject: 'Portes', body: 'Les portes ouvrent à 18:00.' })
  expect(currentToasts().map(({ message }) => message)).toContain('Votre message part.')
  expect(screen.getByLabelText<HTMLInputElement>('Objet').value).toBe('')
})

test('one type has to be named', async () => {
  const hand = await write()
  await hand.selectOptions(screen.getByLabelText('Destinataires'), "Aux billets d'un type")
  await hand.click(preview())
  expect(await screen.findByText('Choisissez un type de billet')).toBeTruthy()
  await hand.selectOptions(screen.getByLabelText('Type de billet'), 'Standard')
  await hand.click(preview())
  await dialog()
  expect(sent[0]?.body).toMatchObject({ to: 'type', ticket_type_id: 1 })
})

test('what is missing is said at its field', async () => {
  show(<MessagesPage event={makeEvent()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Prévisualiser' }))
  expect(await screen.findByText("L'objet est requis")).toBeTruthy()
  expect(screen.getByText('Le message est requis')).toBeTruthy()
  expect(sent).toEqual([])
})

test('too many a day is told where it was sent from', async () => {
  const hand = await write()
  await hand.click(preview())
  answer = () => Response.json({ detail: 'Cinq messages par jour au plus.' }, { status: 429 })
  const shown = await dialog()
  await hand.click(shown.getByRole('button', { name: 'Envoyer à 200 personnes' }))
  expect(await shown.findByText('Cinq messages par jour au plus.')).toBeTruthy()
})

test('what was sent tells how far it is', async () => {
  messages = [message]
  show(<MessagesPage event={makeEvent()} />)
  await screen.findByText("En cours d'envoi")
  expect(screen.getByText(/Billets « Standard »/)).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.255')
  expect(screen.getByText(/^50 \/ 200 envoyés/).textContent).toBe(
    '50 / 200 envoyés · 1 refusé · 4 sans adresse',
  )
})

test('of a mail only its text is read', () => {
  const parts = readMail(
    '<p>Un</p><p onclick="x()"><script>alert(1)</script></p><p><a href="javascript:x">Là</a></p>',
  )
  expect(parts.map(({ text, isButton }) => [text, isButton])).toEqual([
    ['Un', false],
    ['alert(1)', false],
    ['Là', true],
  ])
})
