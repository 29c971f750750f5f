// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { json, makeTicket, serve, show } from '../testing'
import { TicketPdf } from './ticket-pdf'

let press: MockInstance<HTMLAnchorElement['click']>

beforeEach(() => {
  press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const file = () => new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } })

test.each([
  { width: 360, first: 'phone', other: 'a4', words: 'PDF à imprimer (A4)' },
  { width: 1280, first: 'a4', other: 'phone', words: 'PDF pour téléphone' },
])('a screen of $width px is offered $first first', async ({ width, first, other, words }) => {
  vi.stubGlobal('innerWidth', width)
  const calls = serve(file)
  show(<TicketPdf ticket={makeTicket()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Télécharger le PDF' }))
  await vi.waitFor(() => expect(press).toHaveBeenCalledTimes(1))
  expect((press.mock.contexts[0] as HTMLAnchorElement).download).toBe('billet-7KQ2-M9XD.pdf')
  await userEvent.click(await screen.findByRole('button', { name: words }))
  await vi.waitFor(() => expect(press).toHaveBeenCalledTimes(2))
  expect(calls.map(({ name, url }) => [name, url.searchParams.get('format')])).toEqual([
    ['GET /api/my-tickets/t1/ticket.pdf', first],
    ['GET /api/my-tickets/t1/ticket.pdf', other],
  ])
})

test('says that it works, and can be pressed only once', async () => {
  let arrive = (_file: Response): void => undefined
  const arrival = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  serve(() => arrival)
  show(<TicketPdf ticket={makeTicket()} />)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Télécharger le PDF' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(screen.getAllByRole('button').map(({ ariaDisabled }) => ariaDisabled)).toEqual(['true', 'true'])
  expect(document.activeElement).toBe(button)
  arrive(file())
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(press).toHaveBeenCalledTimes(1)
})

test.each([
  [0, "Pas de réseau : le PDF n'a pas pu être téléchargé."],
  [json(500, { detail: 3 }), "Le PDF n'a pas pu être préparé. Réessayez dans un instant."],
  [
    json(409, { detail: "Ce billet est annulé : il n'ouvre plus l'entrée." }),
    "Ce billet est annulé : il n'ouvre plus l'entrée.",
  ],
])('tells what went wrong and offers it again', async (refusal, words) => {
  let broken = true
  serve(() => (broken ? refusal : file()))
  show(<TicketPdf ticket={makeTicket()} />)
  const button = await screen.findByRole('button', { name: 'Télécharger le PDF' })
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  broken = false
  await userEvent.click(button)
  await vi.waitFor(() => expect(press).toHaveBeenCalled())
  expect(screen.queryByRole('alert')).toBeNull()
})
