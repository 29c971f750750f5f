// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectApi } from '@/api/client'
import { NowProvider } from '@/lib/now'
import { ContactPage } from './contact-page'

/** 14 November 2026, noon in Lubumbashi. */
const NOW = Date.UTC(2026, 10, 14, 10)

/** Answers by status and body, one after the other; 0 is no answer at all. */
function serve(...answers: { status: number; body?: unknown }[]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    const { status, body } = answers[sent.length - 1] ?? { status: 500 }
    if (status === 0) throw new TypeError('no network')
    return new Response(JSON.stringify(body ?? {}), {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  })
  connectApi({ tokens: () => null, renewed: () => undefined, ended: () => undefined })
  return sent
}

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NowProvider start={NOW}>
        <ContactPage />
      </NowProvider>
    </QueryClientProvider>,
  )
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Nom'), 'Grâce Mbuyi')
  await userEvent.type(screen.getByLabelText('Téléphone'), '0991234567')
  await userEvent.type(screen.getByLabelText('Jour souhaité'), '2026-11-20')
  await userEvent.type(screen.getByLabelText('Heure souhaitée'), '14:30')
  await userEvent.type(screen.getByLabelText('Message'), 'Je prépare un festival.')
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Demander un rendez-vous' }))
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message').value

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

describe('/contact', () => {
  it('offers telephone and e-mail', () => {
    open()
    expect(screen.getByRole('link', { name: /Par téléphone/ }).getAttribute('href')).toMatch(/^tel:\+\d+$/)
    expect(screen.getByRole('link', { name: /Par e-mail/ }).getAttribute('href')).toMatch(/^mailto:/)
  })

  it('says what is missing and sends nothing', async () => {
    const sent = serve()
    open()
    await submit()
    expect(await screen.findByText('Veuillez indiquer votre nom')).toBeTruthy()
    expect(screen.getByText('Veuillez écrire votre message (au moins 10 caractères)')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Nom'))
    expect(sent).toEqual([])
  })

  it('sends, thanks, and forgets the draft', async () => {
    const sent = serve({ status: 201, body: { detail: 'ok' } })
    open()
    await fill()
    await submit()
    expect(await screen.findByText('Merci Grâce Mbuyi, votre demande est bien reçue.')).toBeTruthy()
    expect(screen.getByText(/vendredi 20 novembre 2026 à 14:30/)).toBeTruthy()
    expect(sent).toEqual([
      {
        name: 'Grâce Mbuyi',
        phone: '0991234567',
        email: '',
        day: '2026-11-20',
        hour: '14:30',
        message: 'Je prépare un festival.',
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Faire une autre demande' }))
    expect(message()).toBe('')
  })

  it('loses nothing without a network, and not by a detour either', async () => {
    serve({ status: 0 })
    open()
    await fill()
    await submit()
    expect(message()).toBe('Je prépare un festival.')
    cleanup()
    open()
    expect(message()).toBe('Je prépare un festival.')
    expect(screen.getByLabelText('Nom')).toHaveProperty('value', 'Grâce Mbuyi')
  })

  it('shows the server’s words under their field', async () => {
    serve({ status: 400, body: { phone: ['Ce numéro ne répond pas.'] } })
    open()
    await fill()
    await submit()
    expect(await screen.findByText('Ce numéro ne répond pas.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Téléphone'))
  })

  it('has no use for a draft it cannot read', () => {
    sessionStorage.setItem('contact-draft', '{"name": 7, "message"')
    open()
    expect(message()).toBe('')
  })
})
