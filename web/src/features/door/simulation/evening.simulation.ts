// Played by the server's test `door_simulation`, which opens the servers, sells the tickets and says how long the evening is.
import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createClient, createConfig } from '@/api/generated/client'
import { getDoor } from '@/api/generated/sdk.gen'
import { doorServer } from '../gate/calls'
import { Dice } from './dice'
import { Evening } from './evening'

interface Plan {
  urls: string[]
  token: string
  event: number
  codes: string[]
  scans: number
  seed: number
}

test('nobody is let in twice unseen', { timeout: 3_600_000 }, async () => {
  const plan: Plan = JSON.parse(readFileSync(process.env.DOOR_EVENING ?? '', 'utf8'))
  const headers = { Authorization: `Bearer ${plan.token}` }
  const clients = plan.urls.map((baseUrl) => createClient(createConfig({ baseUrl, headers })))
  const servers = clients.map((client) => doorServer(plan.event, client))
  const evening = new Evening({
    eventId: plan.event,
    codes: plan.codes,
    servers,
    dice: new Dice(plan.seed),
    scans: plan.scans,
  })
  await evening.open()
  for (let scans = 0; scans < plan.scans; scans++) await evening.scan()
  await evening.close()
  const path = { id: plan.event }
  const { data: door } = await getDoor({ client: clients[0], path, throwOnError: true })
  const { doubles, doublesOnline, doublesOfOnePhone, wrongRefusals, ticketsIn } = evening
  // biome-ignore lint/suspicious/noConsole: the figures of the evening are what it is played for.
  console.log(
    `${plan.scans} scans, seed ${plan.seed}: ${ticketsIn} tickets in, ${doubles} doubles without network, ${door.conflicts} found; ${evening.phonesLost} phones lost, ${evening.batteriesEmpty} batteries empty`,
  )
  expect({ doublesOnline, doublesOfOnePhone, wrongRefusals }).toEqual({
    doublesOnline: 0,
    doublesOfOnePhone: 0,
    wrongRefusals: 0,
  })
  expect(door.conflicts).toBe(doubles)
  expect(door.counters.admitted).toBe(ticketsIn)
})
