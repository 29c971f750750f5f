// The gate and a network that comes and goes: cut before, during and after a scan, slow, gone over a reload.
import { replaceAccessToken, storedSession } from '../support/accounts.ts'
import { makeFilm } from '../support/camera.ts'
import { loggedVerdicts, readLog, soldEvening, type Ticket } from '../support/door.ts'
import {
  expectAnswer,
  type GatePhone,
  openGate,
  verdictOf,
  waitUntilKept,
  waitUntilReady,
} from '../support/gate.ts'
import { startProxy } from '../support/proxy.ts'
import { expect, test } from '../support/test.ts'

const BY_PHONE = 'Décidé par ce téléphone, sans réseau'
const LATER = { timeout: 30_000 }

test.setTimeout(120_000)

const waiting = ({ page }: GatePhone, words: string) => page.getByText(words, { exact: true })

test('the phone decides, survives a reload and an expired session, and tells the server later', async ({
  request,
  network,
}) => {
  const evening = await soldEvening(request, 2)
  const { event, owner, tickets } = evening
  const [one, two] = tickets as [Ticket, Ticket]
  const gate = await openGate({ site: network.url, event, person: owner })
  await waitUntilReady(gate)
  await waitUntilKept(gate)

  network.goDown()
  await expectAnswer(gate, one.code, 'Entrez', BY_PHONE)
  await replaceAccessToken(gate.page, expired(owner.access))
  await gate.page.reload()
  await expect(waiting(gate, 'Hors ligne : ce téléphone décide · 1 scan à envoyer')).toBeVisible()
  await expectAnswer(gate, one.code, 'Déjà entré', 'Porte Nord')
  await expectAnswer(gate, two.code, 'Entrez')
  expect(await loggedVerdicts(request, evening)).toEqual([])

  network.heal()
  await expect.poll(async () => (await readLog(request, evening)).length, LATER).toBe(3)
  const log = await loggedVerdicts(request, evening)
  expect(log.filter((verdict) => verdict === 'admitted')).toHaveLength(2)
  await waitUntilReady(gate)
  expect((await storedSession(gate.page))?.token?.access).not.toBe(expired(owner.access))
  await gate.close()
})

/** The same token, of long ago. */
function expired(access: string): string {
  const [head, claims = '', signature] = access.split('.')
  const told = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object
  const old = Buffer.from(JSON.stringify({ ...told, exp: 1_000_000_000 })).toString('base64url')
  return [head, old, signature].join('.')
}

test('an answer that is lost on its way is one admission, and the next scan knows of it', async ({
  request,
  network,
}) => {
  const evening = await soldEvening(request, 2)
  const { event, owner, tickets } = evening
  const [one, two] = tickets as [Ticket, Ticket]
  const gate = await openGate({ site: network.url, event, person: owner })
  await waitUntilReady(gate)
  // Before: the server decides.
  await expectAnswer(gate, one.code, 'Entrez')
  // During: it has decided, and nobody hears of it.
  network.loseAnswers(`POST /api/events/${event.id}/verify/`)
  await expectAnswer(gate, two.code, 'Entrez', BY_PHONE)
  // After: what both have said is known.
  network.goDown()
  for (const { code } of [one, two]) await expectAnswer(gate, code, 'Déjà entré', BY_PHONE)
  network.heal()
  await waitUntilReady(gate)
  const admissions = async () =>
    (await readLog(request, evening)).filter(({ verdict }) => verdict === 'admitted')
  await expect.poll(async () => (await readLog(request, evening)).length, LATER).toBe(4)
  expect(await admissions()).toHaveLength(2)
  expect((await admissions()).map(({ fate }) => fate)).toEqual(['admitted', 'admitted'])
  await gate.close()
})

test('a network that answers in twenty seconds keeps nobody waiting', async ({ request, network }) => {
  const evening = await soldEvening(request, 2)
  const { event, owner, tickets } = evening
  const gate = await openGate({ site: network.url, event, person: owner })
  await waitUntilReady(gate)
  network.delayAnswers('', 20_000)
  // Two seconds by the phone's clock, however busy the machine of this journey is.
  await gate.page.clock.install()
  await gate.page.clock.pauseAt(Date.now() + 60_000)
  const asked = gate.page.waitForRequest(/\/verify\/$/)
  // What follows a render waits for a frame, which a halted clock doesn't give.
  await gate.page.getByRole('button', { name: 'Saisir un code' }).click()
  await gate.page.clock.runFor(100)
  await gate.page.getByLabel('Code du billet').fill((tickets[0] as Ticket).code)
  await gate.page.getByRole('button', { name: 'Vérifier' }).click()
  await gate.page.clock.runFor(100)
  await asked
  await gate.page.clock.runFor(1800)
  await expect(verdictOf(gate)).toHaveCount(0)
  await gate.page.clock.runFor(200)
  await expect(verdictOf(gate)).toContainText(BY_PHONE)
  await gate.page.clock.resume()
  await expect(verdictOf(gate)).toHaveCount(0)
  // The next one does not even wait for that.
  await expectAnswer(gate, (tickets[1] as Ticket).code, 'Entrez', BY_PHONE)
  network.heal()
  await expect.poll(() => loggedVerdicts(request, evening), LATER).toEqual(['admitted', 'admitted'])
  await waitUntilReady(gate)
  await gate.close()
})

test('two gates that were both offline find out, and the organiser is told', async ({ request, network }) => {
  const { event, owner, tickets } = await soldEvening(request, 1)
  const code = (tickets[0] as Ticket).code
  const parts = { site: network.url, event, person: owner }
  const north = await openGate({ ...parts, gate: 'Porte Nord' })
  const south = await openGate({ ...parts, gate: 'Porte Sud' })
  for (const gate of [north, south]) await waitUntilReady(gate)
  network.goDown()
  for (const gate of [north, south]) await expectAnswer(gate, code, 'Entrez')
  network.heal()
  // Which of both was the second is known only after the later of them has told.
  const notice = ({ page }: GatePhone) => page.getByRole('button', { name: '1 conflit : voir' })
  for (const gate of [north, south]) await expect(notice(gate)).toBeVisible(LATER)
  await notice(north).click()
  const conflicts = north.page.getByRole('heading', { name: 'Conflits' }).locator('..')
  for (const words of ['Porte Nord', 'Porte Sud', owner.username])
    await expect(conflicts).toContainText(words)
  await north.page.getByRole('button', { name: 'Fermer' }).click()
  await expect(notice(north)).toHaveCount(0)
  for (const gate of [north, south]) await gate.close()
})

test('scans of a gate that was left are sent by whatever page is opened next', async ({
  request,
  network,
}) => {
  const evening = await soldEvening(request, 1)
  const { event, owner, tickets } = evening
  const gate = await openGate({ site: network.url, event, person: owner })
  await waitUntilReady(gate)
  network.goDown()
  await expectAnswer(gate, (tickets[0] as Ticket).code, 'Entrez', BY_PHONE)
  await gate.page.goto('about:blank')
  network.heal()
  expect(await loggedVerdicts(request, evening)).toEqual([])
  await gate.page.goto('/about')
  await expect.poll(() => loggedVerdicts(request, evening), LATER).toEqual(['admitted'])
  const mark = () => gate.page.evaluate(() => localStorage.getItem('tukio-unsent'))
  await expect.poll(mark).toBeNull()
  await gate.close()
})

test('one gate shows another whom it has let in, and neither has a network', async ({
  browser,
  request,
  serverUrl,
  network,
}, info) => {
  const { event, owner, tickets } = await soldEvening(request, 3)
  const [one, two, three] = tickets as [Ticket, Ticket, Ticket]
  const ofSouth = await startProxy(serverUrl)
  const north = await openGate({ site: network.url, event, person: owner, gate: 'Porte Nord' })
  await waitUntilReady(north)
  network.goDown()
  for (const { code } of [one, two]) await expectAnswer(north, code, 'Entrez')
  await north.page.getByRole('button', { name: /Détails/ }).click()
  await north.page.getByRole('button', { name: 'Montrer à une autre porte' }).click()
  await expect(north.page.getByText(/^2 entrées · code 1 sur 1$/)).toBeVisible()
  const picture = await north.page.getByRole('img', { name: 'Code pour une autre porte' }).screenshot()
  const film = await makeFilm(browser, info.outputPath('series.mjpeg'), [{ picture }])

  const parts = { site: ofSouth.url, event, person: owner, gate: 'Porte Sud', film }
  const south = await openGate({ ...parts, beforeScanning: ofSouth.goDown })
  await expect(south.page.getByText('Porte Nord : 2 entrées apprises.')).toBeVisible(LATER)
  for (const { code } of [one, two]) await expectAnswer(south, code, 'Déjà entré', 'Porte Nord')
  await expectAnswer(south, three.code, 'Entrez')
  for (const gate of [north, south]) await gate.close()
  await ofSouth.stop()
})
