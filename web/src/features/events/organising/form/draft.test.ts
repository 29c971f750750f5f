// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, readDraft } from './draft'
import { eventValues } from './schema'

const draft = {
  values: {
    ...eventValues(undefined),
    name: 'Jazz',
    ttype: [{ label: 'VIP', price: '', nbr_max: '', devise: 'CDF' as const }],
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

test('a full storage stops nobody', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => keepDraft({ userId: 7 }, draft)).not.toThrow()
})
