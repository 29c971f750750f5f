// For tests: a gate on a phone of its own, before a server that answers as the test says.
import { vi } from 'vitest'
import { openRosterStore } from '../roster/roster-store'
import { openScanStore } from '../scans/scan-store'
import type { Verdict } from '../verdict/words'
import { Gate } from './gate'
import type { Answer, DoorServer } from './server'

export const verdictOf = (verdict: Verdict, message = 'Entrée validée.'): Answer => ({
  kind: 'verdict',
  verdict,
  message,
  client: 'Grâce',
  ticketType: 'VIP',
  early: false,
})

export const down = () => Promise.reject(new TypeError('Failed to fetch'))

export function fakeServer(changes: Partial<DoorServer> = {}) {
  const echo: DoorServer['send'] = async (scans) =>
    scans.map(({ id, verdict, message }) => ({ id, fate: verdict, message }))
  return {
    verify: vi.fn<DoorServer['verify']>(changes.verify ?? (async () => verdictOf('admitted'))),
    readRoster: vi.fn<DoorServer['readRoster']>(changes.readRoster ?? down),
    send: vi.fn<DoorServer['send']>(changes.send ?? echo),
  }
}

export async function openGate(server: DoorServer): Promise<Gate> {
  const [scanStore, rosterStore] = await Promise.all([openScanStore(), openRosterStore()])
  const gate = new Gate({
    eventId: 7,
    person: { id: 1, name: 'amani' },
    device: 'tel-1',
    server,
    scanStore,
    rosterStore,
  })
  gate.name = 'Porte Sud'
  await gate.notes.open()
  return gate
}
