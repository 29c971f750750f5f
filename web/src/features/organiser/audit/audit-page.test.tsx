// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeEvent, NOW, page, serve, show } from '../testing'
import AuditPage from './audit-page'
import { auditSentence } from './words'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const line = (action: string, detail: unknown = {}) =>
  ({ id: 1, at: NOW, person: 'marie', action, detail }) as never

test.each([
  ['event.cancel', {}, "a annulé l'évènement"],
  [
    'event.postpone',
    { from: '2026-11-21', to: '2026-12-05' },
    "a reporté l'évènement au samedi 5 décembre 2026",
  ],
  ['ticket.refund', { amount: '12.50', currency: 'USD', ticket: 't1' }, 'a remboursé un billet (12,50 USD)'],
  ['promo_code.create', { code: 'JAZZ' }, 'a créé le code promo « JAZZ »'],
  [
    'team.update',
    { role: 'collaborator', trusted: true },
    "a changé le rôle d'un membre : collaborateur de confiance",
  ],
  ['guest.invite', { guests: 4, ticket_type: 82 }, 'a invité 4 personnes gratuitement'],
  ['message.send', { recipients: 214 }, 'a écrit aux participants (214 destinataires)'],
  // Of a later release.
  ['stage.build', { rows: 12 }, "a changé l'évènement"],
])('%s is said as a sentence', (action, detail, sentence) => {
  expect(auditSentence(line(action, detail))).toBe(sentence)
})

test('tells who did what and when, by the town’s clocks', async () => {
  serve(() =>
    page([line('event.publish'), { id: 2, at: NOW, person: null, action: 'team.leave', detail: {} }]),
  )
  show(<AuditPage event={makeEvent()} />)
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines).toEqual([
    "marie a publié l'évènementle sam. 14 nov. 2026 à 12:00",
    "Quelqu'un a quitté l'équipele sam. 14 nov. 2026 à 12:00",
  ])
})

test('an event without a line says so', async () => {
  serve(() => page([]))
  show(<AuditPage event={makeEvent()} />)
  expect(await screen.findByText('Rien pour le moment')).toBeTruthy()
})
