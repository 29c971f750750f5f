import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as signature from '../code/signature'
import { signTicket } from '../code/testing'
import { EVENING, rosterPage } from '../roster/testing'
import { down, fakeServer, openGate, verdictOf } from './testing'

const page = (changes = {}) =>
  rosterPage({ tickets: [{ ticket: 100, client: 'Grâce', type: 1 }, { ticket: 101 }], ...changes })

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true, now: EVENING })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A gate whose roster is whole and whose server answers. */
async function onlineGate(server = fakeServer()) {
  server.readRoster.mockResolvedValueOnce(await page())
  const gate = await openGate(server)
  await gate.follow()
  return { gate, server, state: () => gate.notes.state.getState() }
}

test('online the server decides, and the phone remembers', async () => {
  const { gate, server, state } = await onlineGate()
  expect(state()).toMatchObject({
    link: 'online',
    isComplete: true,
    size: 2,
    eventName: 'Katanga Jazz de nuit',
  })
  const outcome = await gate.verify(await signTicket({ ticket: 100 }), 'in')
  expect(outcome).toMatchObject({ verdict: 'admitted', client: 'Grâce', ticketType: 'VIP', online: true })
  expect(server.verify.mock.calls[0]?.[0]).toMatchObject({
    gate: 'Porte Sud',
    device: 'tel-1',
    direction: 'in',
  })
  expect(state().counters).toMatchObject({ admitted: 1, inside: 1, expected: 2 })
  expect(state().pending).toBe(0)
  // The network goes: what was said online still counts.
  server.verify.mockImplementation(down)
  const again = await gate.verify(await signTicket({ ticket: 100 }), 'in')
  expect(again.verdict).toBe('already_admitted')
  expect(again.message).toBe('Déjà entré à 20:00 par amani (Porte Sud).')
  expect(state().link).toBe('offline')
})

test('a server that answers in twenty seconds is not waited for longer than two', async () => {
  const { gate, server, state } = await onlineGate()
  server.verify.mockImplementation(
    () => new Promise((resolve) => setTimeout(resolve, 20_000, verdictOf('admitted'))),
  )
  const asked = gate.verify(await signTicket({ ticket: 100 }), 'in')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await asked).toMatchObject({ verdict: 'admitted', online: false, client: 'Grâce' })
  expect(state()).toMatchObject({ link: 'slow', pending: 1 })
  expect(server.verify.mock.calls[0]?.[1].aborted).toBe(true)
  // The next one is not waited for at all, and it is sent under the name that the server may know already.
  expect((await gate.verify(await signTicket({ ticket: 101 }), 'in')).online).toBe(false)
  expect(server.verify).toHaveBeenCalledOnce()
  server.readRoster.mockResolvedValue(await page({ cursor: '2.2' }))
  await gate.follow()
  const sent = server.send.mock.calls[0]?.[0]
  expect(sent?.map(({ id }) => id)).toContain(server.verify.mock.calls[0]?.[0].id)
  expect(state()).toMatchObject({ link: 'online', pending: 0 })
})

test('before anything is known the server is asked', async () => {
  const gate = await openGate(fakeServer())
  expect(await gate.verify(await signTicket({}), 'in')).toMatchObject({ verdict: 'admitted', online: true })
})

test('scans outlive a reload without network, and are sent once', async () => {
  const { gate, server } = await onlineGate()
  server.verify.mockImplementation(down)
  await gate.verify(await signTicket({ ticket: 100 }), 'in')
  await gate.verify(await signTicket({ ticket: 999 }), 'in')

  const later = await openGate(fakeServer({ verify: down }))
  expect(later.notes.state.getState()).toMatchObject({ pending: 2, size: 2, isComplete: true })
  for (const ticket of [100, 999])
    expect((await later.verify(await signTicket({ ticket }), 'in')).verdict).toBe('already_admitted')

  const back = fakeServer({ readRoster: async () => page({ cursor: '2.2' }) })
  const third = await openGate(back)
  await third.follow()
  await third.follow()
  expect(back.send).toHaveBeenCalledOnce()
  expect(back.send.mock.calls[0]?.[0]).toHaveLength(4)
  expect(third.notes.state.getState().pending).toBe(0)
})

test('a ticket sold since the roster was read enters once, also when the roster has it by then', async () => {
  const { gate, server } = await onlineGate()
  server.verify.mockImplementation(down)
  const content = await signTicket({ ticket: 555 })
  expect((await gate.verify(content, 'in')).verdict).toBe('admitted')
  server.readRoster.mockResolvedValue(await page({ tickets: [{ number: 2, ticket: 555 }], cursor: '2.2' }))
  await gate.follow()
  gate.notes.publish({ link: 'offline' })
  expect((await gate.verify(content, 'in')).verdict).toBe('already_admitted')
})

test('an admission is taken back, with and without network', async () => {
  const { gate, server, state } = await onlineGate()
  server.verify.mockImplementation(down)
  const content = await signTicket({ ticket: 100 })
  await gate.verify(content, 'in')
  const [scan] = state().recent
  if (!scan) throw new Error('nothing was remembered')
  await gate.undo(scan)
  expect(state().counters.admitted).toBe(0)
  expect((await gate.verify(content, 'in')).verdict).toBe('admitted')
  server.readRoster.mockResolvedValue(await page())
  await gate.follow()
  expect(server.send.mock.calls[0]?.[0].map(({ undoes }) => undoes)).toContain(scan.id)
})

test('conflicts that the server finds are told', async () => {
  const send = vi.fn(async (scans: readonly { id: string }[]) =>
    scans.map(({ id }) => ({ id, fate: 'conflict', message: 'Entré deux fois hors ligne.' })),
  )
  const { gate, server, state } = await onlineGate(fakeServer({ send }))
  server.verify.mockImplementation(down)
  await gate.verify(await signTicket({ ticket: 100 }), 'in')
  server.readRoster.mockResolvedValue(await page())
  await gate.follow()
  expect(state().contested).toMatchObject([{ message: 'Entré deux fois hors ligne.' }])
})

test('a full phone goes on deciding and says so', async () => {
  const { gate, server, state } = await onlineGate()
  server.verify.mockImplementation(down)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const content = await signTicket({ ticket: 100 })
  expect((await gate.verify(content, 'in')).verdict).toBe('admitted')
  expect(state()).toMatchObject({ isStorageFull: true, pending: 1 })
  expect((await gate.verify(content, 'in')).verdict).toBe('already_admitted')
})

test('a phone that gives no room at all is a gate as long as its screen is open, and says so', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { gate, server, state } = await onlineGate()
  expect(state()).toMatchObject({ isOpen: true, isComplete: true, isStorageFull: true })
  server.verify.mockImplementation(down)
  const content = await signTicket({ ticket: 100 })
  expect((await gate.verify(content, 'in')).verdict).toBe('admitted')
  expect((await gate.verify(content, 'in')).verdict).toBe('already_admitted')
  server.readRoster.mockResolvedValue(await page())
  await gate.follow()
  expect(server.send.mock.calls[0]?.[0]).toHaveLength(2)
})

test('who guesses codes has to wait, and nothing is decided', async () => {
  const { gate } = await onlineGate(
    fakeServer({ verify: async () => ({ kind: 'wait', message: 'Trop de codes inconnus.' }) }),
  )
  expect(await gate.verify('0000-0000', 'in')).toMatchObject({
    verdict: 'unchecked',
    message: 'Trop de codes inconnus.',
  })
})

test('without network on the first day a phone says that it knows nothing', async () => {
  const gate = await openGate(fakeServer({ verify: down }))
  await expect(gate.follow()).rejects.toThrow()
  expect(await gate.verify(await signTicket({}), 'in')).toMatchObject({ verdict: 'unchecked', online: false })
})

test('a phone that can check no signature asks the server, and without one says so', async () => {
  const { gate, server } = await onlineGate()
  vi.spyOn(signature, 'isSigned').mockRejectedValue(new TypeError('Failed to fetch'))
  const content = await signTicket({ ticket: 100 })
  expect(await gate.verify(content, 'in')).toMatchObject({ verdict: 'admitted', online: true })
  server.verify.mockImplementation(down)
  const outcome = await gate.verify(content, 'in')
  expect(outcome.verdict).toBe('unchecked')
  expect(outcome.message).toContain('il lui faut le réseau une fois')
})

test('what another gate shows counts here, and a clock that is wrong is set right', async () => {
  const { gate, state } = await onlineGate()
  expect(await gate.notes.learnShown('2026-11-14', 'Porte Nord', [0, 1])).toBe(2)
  expect(await gate.notes.learnShown('2026-11-14', 'Porte Nord', [0, 1])).toBe(0)
  expect(state().counters).toMatchObject({ admitted: 2, expected: 2 })
  expect(gate.notes.admittedOn('2026-11-14')).toEqual([0, 1])
  vi.setSystemTime(EVENING - 3_600_000)
  const slow = fakeServer({ readRoster: async () => page() })
  const late = await openGate(slow)
  await late.follow()
  expect(Math.abs(late.now() - EVENING)).toBeLessThan(1000)
  late.notes.publish({ link: 'offline' })
  expect((await late.verify(await signTicket({ ticket: 100 }), 'in')).message).toContain('Porte Nord')
})

test('what found no room is written as soon as there is some', async () => {
  const { gate, server, state } = await onlineGate()
  server.verify.mockImplementation(down)
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await gate.verify(await signTicket({ ticket: 100 }), 'in')
  expect(state().isStorageFull).toBe(true)
  full.mockRestore()
  await gate.verify(await signTicket({ ticket: 101 }), 'in')
  expect(state().isStorageFull).toBe(false)
  expect((await openGate(fakeServer())).notes.state.getState().pending).toBe(2)
})

test('a page of the roster that found no room is asked for again after a reload', async () => {
  const server = fakeServer()
  server.readRoster.mockResolvedValueOnce(await page({ cursor: '1.1' }))
  const gate = await openGate(server)
  await gate.follow()
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  server.readRoster.mockResolvedValueOnce(
    await page({ tickets: [{ number: 2, ticket: 555 }], cursor: '2.2' }),
  )
  await gate.follow()
  expect(gate.notes.state.getState().isStorageFull).toBe(true)
  full.mockRestore()
  server.readRoster.mockResolvedValueOnce(
    await page({ tickets: [{ number: 3, ticket: 556 }], cursor: '3.3' }),
  )
  await gate.follow()

  const later = fakeServer({ readRoster: async () => page({ cursor: '3.3' }) })
  await (await openGate(later)).follow()
  expect(later.readRoster.mock.calls[0]?.[0]).toBe('1.1')
})

test('what this phone has not sent yet is known here before the server is asked', async () => {
  const { gate, server } = await onlineGate()
  server.verify.mockImplementation(down)
  await gate.verify(await signTicket({ ticket: 100 }), 'in')
  // The page is opened again; the network is back, and nothing was sent yet.
  server.verify.mockImplementation(async () => verdictOf('admitted'))
  const reopened = await openGate(server)
  expect((await reopened.verify(await signTicket({ ticket: 100 }), 'in')).verdict).toBe('already_admitted')
  expect((await reopened.verify(await signTicket({ ticket: 101 }), 'in')).online).toBe(true)
})

test('what another gate has shown counts before what the server says', async () => {
  const { gate } = await onlineGate()
  await gate.notes.learnShown(gate.notes.dayAt(gate.now()), 'Porte Nord', [0])
  const outcome = await gate.verify(await signTicket({ ticket: 100 }), 'in')
  expect(outcome).toMatchObject({ verdict: 'already_admitted', online: false })
})
