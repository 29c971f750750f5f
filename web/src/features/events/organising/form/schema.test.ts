import * as v from 'valibot'
import { expect, test } from 'vitest'
import { makeEvent, NOW } from '../../testing'
import type { MyEvent } from '../queries'
import { readPlace, writePlace } from './place'
import { type EventValues, eventFields, eventSchema, eventValues } from './schema'
import { NO_OPTIONS } from './ticket-options'
import { asNumbers, EMPTY_ROW, sameRows, type TicketRow, ticketRowSchema } from './ticket-row'

const good: EventValues = {
  ...eventValues(undefined),
  ...{ name: 'Jazz', category: 'Concerts', town: 'Goma', started_at: '2026-11-14', hour: '19:30' },
}
const OWNER = { isOwner: true, maySteer: true }
const row: TicketRow = { ...EMPTY_ROW, label: 'VIP', price: '10', nbr_max: '5' }

function messages(schema: v.GenericSchema, values: unknown): string[] {
  const { issues } = v.safeParse(schema, values)
  return (issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}

const ofEvent = (changes: Partial<EventValues>, kept?: string) =>
  messages(eventSchema({ now: NOW, kept }), { ...good, ...changes })

test.each<[Partial<EventValues>, string]>([
  [{ name: 'J' }, "name: Le nom de l'évènement doit contenir au moins 2 caractères"],
  [{ name: ' - ' }, "name: Le nom de l'évènement doit contenir au moins 2 caractères"],
  [{ name: '#\u200b' }, "name: Le nom de l'évènement doit contenir au moins 2 caractères"],
  [{ name: 'é'.repeat(151) }, "name: Le nom de l'évènement doit contenir au plus 150 caractères"],
  [{ category: '' }, 'category: Veuillez sélectionner une catégorie !'],
  [{ started_at: '' }, 'started_at: La date de début doit être une date'],
  [{ started_at: '2026-11-13' }, 'started_at: La date de début ne peut pas être dans le passé'],
  [{ started_at: '20261-11-13' }, 'started_at: La date de début doit être une date'],
  [{ started_at: '2032-11-13' }, "started_at: La date de début est à plus de cinq ans d'ici"],
  [{ ended_at: '2026-11-13' }, 'ended_at: La date de fin doit être supérieure ou égale à la date de début'],
  [{ ended_at: '2027-11-15' }, 'ended_at: Un évènement dure un an au plus'],
  [{ hour: '7pm' }, "hour: L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00)."],
  [{ hour: '24:00' }, "hour: L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00)."],
  [{ town: '' }, 'town: Veuillez fournir une ville'],
  [{ location: 'ici' }, 'location: Une position « latitude,longitude » est attendue.'],
  [{ location: '91,0' }, 'location: Une position « latitude,longitude » est attendue.'],
  [{ invitee: 'marie@' }, "invitee: L'email doit être valide"],
  [{ refund_policy: 'until' }, "refund_until: Indiquez jusqu'à quel jour les billets sont remboursés"],
  [
    { refund_policy: 'until', refund_until: '2026-11-15' },
    "refund_until: Les billets sont remboursés jusqu'au jour de l'évènement au plus tard",
  ],
])('%j is refused', (changes, message) => {
  expect(ofEvent(changes)).toEqual([message])
})

test('a good event passes, and one under way keeps its first day', () => {
  expect(ofEvent({})).toEqual([])
  for (const name of ['C#', 'Ω!', '八月']) expect(ofEvent({ name })).toEqual([])
  expect(ofEvent({ ended_at: '2026-11-14', hour: '19:30:00', location: '-11.66, 27.48' })).toEqual([])
  expect(ofEvent({ started_at: '2026-11-10' }, '2026-11-10')).toEqual([])
})

test("today is the town's own", () => {
  const lateEvening = Date.UTC(2026, 10, 14, 22, 30)
  const on = (town: string) =>
    messages(eventSchema({ now: lateEvening }), { ...good, town, started_at: '2026-11-14' })
  expect(on('Kinshasa')).toEqual([])
  expect(on('Lubumbashi')).toEqual(['started_at: La date de début ne peut pas être dans le passé'])
})

test.each<[Partial<TicketRow>, string]>([
  [{ label: ' ' }, 'label: Le nom est requis'],
  [{ price: '' }, 'price: Le prix doit être un nombre'],
  [{ price: '1e3' }, 'price: Le prix doit être un nombre'],
  [{ price: '-5' }, 'price: Le prix doit être positif'],
  [{ price: '0,00' }, 'price: Le prix doit être positif'],
  [{ price: '5,125' }, 'price: Le prix ne peut pas avoir plus de deux décimales'],
  [{ price: '5.5', devise: 'CDF' }, 'price: Le prix en CDF doit être un nombre entier de francs'],
  [{ price: '1000000001' }, 'price: Le prix est trop élevé'],
  [{ nbr_max: '1.5' }, 'nbr_max: La quantité doit être un entier'],
  [{ nbr_max: '0' }, 'nbr_max: Au moins un billet doit être disponible'],
  [{ nbr_max: '1000001' }, 'nbr_max: Un million de billets au plus'],
  [{ description: 'é'.repeat(301) }, 'description: La description doit contenir au plus 300 caractères'],
  [{ hidden: true }, "access_code: Un billet caché a besoin d'un code"],
  [
    { hidden: true, access_code: 'a b' },
    "access_code: Le code d'accès doit contenir de 3 à 20 lettres ou chiffres",
  ],
  [{ min_per_order: '21' }, 'min_per_order: La limite par commande doit être un entier entre 1 et 20'],
  [
    { min_per_order: '4', max_per_order: '2' },
    'min_per_order: Le minimum par commande ne peut pas dépasser le maximum',
  ],
  [{ max_per_person: '0' }, 'max_per_person: La limite par personne doit être un entier entre 1 et 1000'],
  [{ min_per_order: '4', max_per_person: '2' }, 'max_per_person: Moins que le minimum par commande'],
  [
    { sales_from: '2026-11-14T10:00', sales_until: '2026-11-14T10:00' },
    'sales_until: La fin de la vente doit venir après son début',
  ],
])('the ticket type %j is refused', (changes, message) => {
  expect(messages(ticketRowSchema, { ...row, ...changes })).toEqual([message])
})

test('prices are read as people write them', () => {
  for (const price of ['10', '10,5', '10.50', '70000']) {
    expect(messages(ticketRowSchema, { ...row, price })).toEqual([])
  }
  expect(messages(ticketRowSchema, { ...row, price: '70000,00', devise: 'CDF' })).toEqual([])
})

test('the form is sent as the server reads it', () => {
  const values = {
    ...good,
    location: '-11.66, 27.48',
    ttype: [{ ...row, id: 4, price: '10,5' }],
    collaborators: [
      { id: 9, name: 'marie', role: 'collaborator' as const },
      { name: 'a@b.cd', role: 'door' as const },
    ],
    invitee: 'c@d.ef',
    invitee_role: 'door' as const,
  }
  const fields = eventFields(values, OWNER)
  expect(JSON.parse(fields.ttype ?? '')).toEqual([
    { ...NO_OPTIONS, id: 4, label: 'VIP', price: '10.5', nbr_max: 5, devise: 'USD' },
  ])
  expect(JSON.parse(fields.collaborators ?? '')).toEqual([
    { id: 9, role: 'collaborator' },
    { email: 'a@b.cd', role: 'door' },
    { email: 'c@d.ef', role: 'door' },
  ])
  expect(fields).toMatchObject({ is_public: 'true', location: '-11.66,27.48', ended_at: '' })
  expect(eventFields(values, { ...OWNER, isOwner: false })).not.toHaveProperty('collaborators')
})

test('a day to be paid back until is sent only with that promise', () => {
  const until = { ...good, refund_policy: 'until' as const, refund_until: '2026-11-12' }
  expect(eventFields(until, OWNER)).toMatchObject({ refund_policy: 'until', refund_until: '2026-11-12' })
  const always = { ...until, refund_policy: 'always' as const }
  expect(eventFields(always, OWNER)).toMatchObject({ refund_policy: 'always', refund_until: '' })
})

test('ticket types that nobody touched are not sent: they may have changed elsewhere', () => {
  const saved = [{ ...row, id: 4, price: '10,5' }]
  expect(eventFields({ ...good, ttype: saved }, OWNER, saved)).not.toHaveProperty('ttype')
  expect(
    eventFields({ ...good, ttype: [{ ...row, id: 4, price: '10.5' }] }, OWNER, saved),
  ).not.toHaveProperty('ttype')
  expect(eventFields({ ...good, ttype: [] }, OWNER, saved).ttype).toBe('[]')
  expect(eventFields({ ...good, ttype: [...saved, row] }, OWNER, saved)).toHaveProperty('ttype')
  // A new event says what it has: an earlier try may have left other types behind.
  expect(eventFields(good, OWNER).ttype).toBe('[]')
})

test('a saved event comes back as it was typed', () => {
  const type = { id: 4, label: 'VIP', price: 10.5, nbr_max: 5, devise: 'USD' }
  const event = {
    ...makeEvent({ location: '-11.66,27.48' }),
    ttype: [{ ...type, sold_tickets: 0, scanned_tickets: 0, available_tickets: 5 }],
    collaborators: [
      { id: 9, username: 'marie', email: null, status: 'member', role: 'collaborator' },
      { id: null, username: null, email: 'a@b.cd', status: 'invited', role: 'door' },
    ],
  } as unknown as MyEvent
  expect(eventValues(event)).toMatchObject({
    ttype: [{ id: 4, label: 'VIP', price: '10,5', nbr_max: '5', devise: 'USD' }],
    collaborators: [
      { id: 9, name: 'marie', role: 'collaborator' },
      { name: 'a@b.cd', role: 'door' },
    ],
    ended_at: '',
  })
})

test('a place is written to the metre and reads back', () => {
  expect(writePlace({ latitude: -11.660912345, longitude: 27.5 })).toBe('-11.66091,27.5')
  expect(readPlace('-11.66091,27.5')).toEqual({ latitude: -11.66091, longitude: 27.5 })
  for (const wrong of ['', '1', '1,2,3', '1e3,4', ',', '0,181']) expect(readPlace(wrong)).toBeNull()
})

test('an option that changes is a change, and the first type waits for no other', () => {
  expect(sameRows([row], [{ ...row, description: 'Avec un verre' }])).toBe(false)
  const waiting = { ...row, after_previous: true, access_code: 'ABC' }
  expect([waiting, waiting].map(asNumbers)).toMatchObject([
    // A code without anything to hide is none.
    { after_previous: false, access_code: '' },
    { after_previous: true },
  ])
})

test('who may not decide about prices leaves them as they are', () => {
  const rights = { isOwner: false, maySteer: false }
  expect(eventFields({ ...good, ttype: [row] }, rights)).not.toHaveProperty('ttype')
})
