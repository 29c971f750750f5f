// Several days, and going out to come in again: with network, and without.
import {
  type Evening,
  letDaysPass,
  loggedVerdicts,
  readLog,
  soldEvening,
  type Ticket,
} from '../support/door.ts'
import { longDate } from '../support/events.ts'
import { expectAnswer, type GatePhone, openGate, waitUntilReady } from '../support/gate.ts'
import { day } from '../support/organising.ts'
import { expect, test } from '../support/test.ts'

const LATER = { timeout: 30_000 }
const BY_PHONE = 'Décidé par ce téléphone, sans réseau'
/** At the door a day begins at six: a journey by night must come to another day, too. */
const DAYS = 2
const FESTIVAL = { started_at: day(0), ended_at: day(DAYS) }

test.setTimeout(120_000)

const firstOf = ({ tickets }: Evening) => tickets[0] as Ticket

test('a ticket for several days is admitted once each day', async ({ request, server }) => {
  const evening = await soldEvening(request, 1, FESTIVAL)
  const { event, owner } = evening
  const { code } = firstOf(evening)
  const parts = { site: server.url, event, person: owner }
  const first = await openGate(parts)
  await waitUntilReady(first)
  await expectAnswer(first, code, 'Entrez', `Entrée validée pour le ${longDate(day(0))}`)
  await expectAnswer(first, code, 'Déjà entré')
  await first.close()

  await letDaysPass(server, event, DAYS)
  const second = await openGate(parts)
  await waitUntilReady(second)
  await expect(second.page.getByText('0entré sur 1')).toBeVisible()
  await expectAnswer(second, code, 'Entrez', 'Entrée validée pour le')
  await expectAnswer(second, code, 'Déjà entré')
  await second.close()
  const log = await readLog(request, evening)
  expect(log.map(({ verdict }) => verdict)).toEqual([
    'already_admitted',
    'admitted',
    'already_admitted',
    'admitted',
  ])
  expect(new Set(log.map(({ day }) => day)).size).toBe(2)
})

test('without network it is once each day, too, and the server agrees', async ({
  request,
  server,
  network,
}) => {
  const evening = await soldEvening(request, 1, FESTIVAL)
  const { event, owner } = evening
  const { code } = firstOf(evening)
  await letDaysPass(server, event, DAYS)
  const gate = await openGate({ site: network.url, event, person: owner })
  await waitUntilReady(gate)
  network.goDown()
  const now = Date.now()
  await gate.page.clock.setSystemTime(now - DAYS * 86_400_000)
  await expectAnswer(gate, code, 'Entrez', BY_PHONE, `Entrée validée pour le ${longDate(day(-DAYS))}`)
  await expectAnswer(gate, code, 'Déjà entré')
  await gate.page.clock.setSystemTime(now)
  await expectAnswer(gate, code, 'Entrez', BY_PHONE)
  await expectAnswer(gate, code, 'Déjà entré')

  network.heal()
  await expect.poll(async () => (await readLog(request, evening)).length, LATER).toBe(4)
  const admissions = (await readLog(request, evening)).filter(({ verdict }) => verdict === 'admitted')
  expect(admissions.map(({ fate }) => fate)).toEqual(['admitted', 'admitted'])
  expect(new Set(admissions.map(({ day }) => day)).size).toBe(2)
  await gate.close()
})

for (const isCut of [false, true]) {
  test(`who goes out comes in again, ${isCut ? 'without' : 'with'} network`, async ({ request, network }) => {
    const evening = await soldEvening(request, 1)
    const { event, owner } = evening
    const { code } = firstOf(evening)
    const gate = await openGate({ site: network.url, event, person: owner })
    await waitUntilReady(gate)
    await allowReentry(gate)
    if (isCut) network.goDown()
    const by = isCut ? [BY_PHONE] : []
    const toOut = gate.page.getByRole('button', { name: 'Passer aux sorties' })
    const toIn = gate.page.getByRole('button', { name: 'Sorties : revenir aux entrées' })

    await expectAnswer(gate, code, 'Entrez', ...by)
    await expect(gate.page.getByText("1entré sur 1 · 1 à l'intérieur")).toBeVisible()
    await toOut.click()
    await expectAnswer(gate, code, 'Sorti', ...by)
    await expect(gate.page.getByText("1entré sur 1 · 0 à l'intérieur")).toBeVisible()
    await expectAnswer(gate, code, 'Pas entré', ...by)
    await toIn.click()
    await expectAnswer(gate, code, 'Entrez', 'Ré-entrée validée.', ...by)
    await expect(gate.page.getByText("1entré sur 1 · 1 à l'intérieur")).toBeVisible()
    await expectAnswer(gate, code, 'Déjà entré', ...by)

    network.heal()
    const told = ['already_admitted', 'readmitted', 'not_inside', 'left', 'admitted']
    await expect.poll(() => loggedVerdicts(request, evening), LATER).toEqual(told)
    const fates = (await readLog(request, evening)).map(({ fate }) => fate)
    expect(fates).toEqual(['refused', 'readmitted', 'refused', 'left', 'admitted'])
    await waitUntilReady(gate)
    await expect(gate.page.getByText("1entré sur 1 · 1 à l'intérieur")).toBeVisible()
    await gate.close()
  })
}

test('where nobody may come back, nobody is scanned out', async ({ request, server }) => {
  const evening = await soldEvening(request, 1)
  const gate = await openGate({ site: server.url, event: evening.event, person: evening.owner })
  await waitUntilReady(gate)
  await expectAnswer(gate, firstOf(evening).code, 'Entrez')
  await expect(gate.page.getByRole('button', { name: 'Passer aux sorties' })).toHaveCount(0)
  await gate.close()
})

async function allowReentry({ page }: GatePhone): Promise<void> {
  await page.getByRole('button', { name: /Détails/ }).click()
  await page.getByRole('button', { name: 'Laisser sortir et revenir' }).click()
  await expect(page.getByRole('button', { name: 'Ne plus laisser sortir et revenir' })).toBeVisible()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect(page.getByRole('button', { name: 'Passer aux sorties' })).toBeVisible()
}
