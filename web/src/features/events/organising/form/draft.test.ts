// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { makeEvent, usualSale } from '../../testing'
import type { MyEvent } from '../queries'
import { beginning, forgetDraft, keepDraft, readDraft } from './draft'
import { eventValues } from './schema'
import { EMPTY_ROW } from './ticket-row'

const draft = {
  values: {
    ...eventValues(undefined),
    name: 'Jazz',
    ttype: [{ ...EMPTY_ROW, label: 'VIP', devise: 'CDF' as const }],
  },
  hadPicture: true,
}

beforeEach(() => localStorage.clear())

test('a draft belongs to one person and one event', () => {
  keepDraft({ userId: 7 }, draft)
  expect(readDraft({ userId: 7 })).toEqual(draft)
  expect(readDraft({ userId: 8 })).toBeNull()
  expect(readDraft({ userId: 7, eventId: 1 })).toBeNull()
  forgetDraft({ userId: 7 })
  expect(readDraft({ userId: 7 })).toBeNull()
})

test('what is no draft of this release is none', () => {
  for (const text of ['', 'x', '{}', '{"values":{"name":"Jazz"},"hadPicture":false}']) {
    localStorage.setItem('tukio-event-draft:7:new', text)
    expect(readDraft({ userId: 7 })).toBeNull()
  }
})

test('a draft of an earlier release names no roles and no options: whoever is in it organises', () => {
  const { invitee_role: _, ...values } = draft.values
  const ttype = [{ label: 'VIP', price: '', nbr_max: '', devise: 'CDF' }]
  const before = { ...draft, values: { ...values, ttype, collaborators: [{ name: 'a@b.cd' }] } }
  localStorage.setItem('tukio-event-draft:7:new', JSON.stringify(before))
  expect(readDraft({ userId: 7 })?.values).toMatchObject({
    collaborators: [{ name: 'a@b.cd', role: 'collaborator' }],
    invitee_role: 'collaborator',
    ttype: draft.values.ttype,
  })
})

const type = { ...usualSale, id: 4, label: 'VIP', price: 20, nbr_max: 5, devise: 'USD' }
const event = { ...makeEvent(), ttype: [type], collaborators: [] } as unknown as MyEvent
const { ttype: saved } = eventValues(event)
const typed = saved.map((row) => ({ ...row, label: 'Carré' }))
const edited = { values: { ...eventValues(event), name: 'Rumba', ttype: typed }, hadPicture: false }

test('a draft goes on where it stopped when the ticket types are those it began with', () => {
  expect(beginning(event, { ...edited, base: saved })).toEqual({ values: edited.values, typesMoved: false })
  expect(beginning(undefined, draft)).toEqual({ values: draft.values, typesMoved: false })
  expect(beginning(event, undefined)).toEqual({ values: eventValues(event), typesMoved: false })
})

test('ticket types that changed since are taken from the server, the rest from the draft', () => {
  const before = saved.map((row) => ({ ...row, price: '10' }))
  const values = { ...edited.values, ttype: saved }
  expect(beginning(event, { ...edited, base: before })).toEqual({ values, typesMoved: true })
  // A draft of an earlier release doesn't say what it began with.
  expect(beginning(event, edited)).toEqual({ values, typesMoved: true })
})

test('a draft remembers what it began with', () => {
  keepDraft({ userId: 7, eventId: 4 }, { ...edited, base: saved })
  expect(readDraft({ userId: 7, eventId: 4 })).toEqual({ ...edited, base: saved })
})

test('a full storage stops nobody', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => keepDraft({ userId: 7 }, draft)).not.toThrow()
})

test('a storage that is forbidden keeps no draft and is no reason to fail', () => {
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect(() => forgetDraft({ userId: 7 })).not.toThrow()
})
