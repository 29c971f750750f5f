// The gate: a film of real codes before the camera, the answers on the screen, the entries of the log.
import type { APIRequestContext } from '@playwright/test'
import { newPerson, type Person } from '../support/accounts.ts'
import { makeFilm } from '../support/camera.ts'
import { createEvent, type Event } from '../support/events.ts'
import { type GatePhone, openGate, typeCode, verdictOf, waitUntilReady } from '../support/gate.ts'
import { expect, test } from '../support/test.ts'

interface Ticket {
  id: string
  code: string
  qr: string
}

const TTYPE = JSON.stringify([{ label: 'Debout', price: 10, nbr_max: 50, devise: 'USD' }])

const signed = ({ access }: Person) => ({ Authorization: `Bearer ${access}` })

/** An event of this evening, with so many tickets of one buyer. */
async function soldEvent(request: APIRequestContext, owner: Person, buyer: Person, count: number) {
  const event = await createEvent(request, owner, { name: `Soirée ${Date.now()}`, ttype: TTYPE })
  const order = { ticket_type_id: String(event.ttype[0]?.id), quantity: count, currency: 'USD' }
  const begun = await request.post('/api/payments/init/', { headers: signed(buyer), data: order })
  const { payment_url } = (await begun.json()) as { payment_url: string }
  await request.post(payment_url, { form: { phone: '0970000789' }, maxRedirects: 0 })
  await expect
    .poll(async () => (await ticketsOf(request, buyer, event)).length, { timeout: 20_000 })
    .toBe(count)
  return { event, tickets: await ticketsOf(request, buyer, event) }
}

async function ticketsOf(request: APIRequestContext, { access }: Person, { id }: Event): Promise<Ticket[]> {
  const answer = await request.get('/api/my-tickets/?limit=50', {
    headers: { Authorization: `Bearer ${access}` },
  })
  const { results } = (await answer.json()) as { results: (Ticket & { event: { id: number } })[] }
  return results.filter(({ event }) => event.id === id)
}

async function loggedVerdicts(request: APIRequestContext, owner: Person, { id }: Event): Promise<string[]> {
  const answer = await request.get(`/api/events/${id}/scans/?limit=50`, { headers: signed(owner) })
  return ((await answer.json()) as { results: { verdict: string }[] }).results.map(({ verdict }) => verdict)
}

/** The same with another signature. */
function forge(qr: string): string {
  const at = qr.length - 6
  return qr.slice(0, at) + (qr[at] === 'A' ? 'B' : 'A') + qr.slice(at + 1)
}

for (const native of [false, true]) {
  test(`the camera reads codes by ${native ? "the phone's own detector" : 'our own decoder'}`, async ({
    browser,
    request,
    serverUrl,
  }, info) => {
    const [owner, buyer] = [await newPerson(request), await newPerson(request)]
    const { event, tickets } = await soldEvent(request, owner, buyer, 3)
    const { tickets: foreign } = await soldEvent(request, owner, buyer, 1)
    const [valid, scratched, given] = tickets as [Ticket, Ticket, Ticket]
    const receiver = await newPerson(request)
    const transfer = await request.post(`/api/my-tickets/${given.id}/transfer/`, {
      headers: signed(buyer),
      data: { phone: receiver.phone },
    })
    expect(transfer.ok(), await transfer.text()).toBe(true)

    const film = await makeFilm(browser, info.outputPath('film.mjpeg'), [
      { text: valid.qr },
      { text: foreign[0]?.qr ?? '' },
      { text: forge(valid.qr) },
      { text: given.qr },
      { text: scratched.qr, scratched: true },
    ])
    const gate = await openGate({ site: serverUrl, event, person: owner, film, native })
    const words = async () => new Map((await gate.verdicts()).map(({ verdict, text }) => [verdict, text]))
    await expect
      .poll(async () => [...(await words()).keys()].sort(), { timeout: 40_000 })
      .toEqual(['admitted', 'already_admitted', 'forged', 'other_event', 'transferred'])

    const shown = await words()
    expect(shown.get('admitted')).toMatch(/^ENTREZ/)
    expect(shown.get('already_admitted')).toMatch(/DÉJÀ ENTRÉ[\s\S]*Porte Nord/)
    expect(shown.get('other_event')).toContain('AUTRE SOIRÉE')
    expect(shown.get('forged')).toContain('FAUX BILLET')
    expect(shown.get('transferred')).toContain('TRANSMIS')
    const ground = new Map((await gate.verdicts()).map(({ verdict, background }) => [verdict, background]))
    expect(ground.get('admitted')).toBe('rgb(47, 227, 140)')
    expect(ground.get('forged')).toBe('rgb(143, 15, 20)')
    expect(ground.get('already_admitted')).toBe('rgb(255, 181, 46)')
    await gate.close()

    // Two tickets may pass, however often the film goes around.
    const log = await loggedVerdicts(request, owner, event)
    expect(log.filter((verdict) => verdict === 'admitted')).toHaveLength(2)
    expect(new Set(log)).toEqual(new Set(shown.keys()))
  })
}

test('a cancelled evening lets nobody in', async ({ request, serverUrl }) => {
  const [owner, buyer] = [await newPerson(request), await newPerson(request)]
  const { event, tickets } = await soldEvent(request, owner, buyer, 1)
  const cancelled = await request.post(`/api/events/${event.id}/cancel/`, {
    headers: signed(owner),
    data: {},
  })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  const gate = await openGate({ site: serverUrl, event, person: owner })
  await typeCode(gate, tickets[0]?.code ?? '')
  await expect(verdictOf(gate)).toContainText('Évènement annulé')
  await gate.close()
})

test('without network the phone decides, survives a reload, and tells the server later', async ({
  request,
  network,
}) => {
  const [owner, buyer] = [await newPerson(request), await newPerson(request)]
  const { event, tickets } = await soldEvent(request, owner, buyer, 2)
  const [one, two] = tickets as [Ticket, Ticket]
  const gate = await openGate({ site: network.url, event, person: owner })
  await waitUntilReady(gate)
  await gate.page.evaluate(() => navigator.serviceWorker.ready)

  network.goDown()
  await typeCode(gate, one.code)
  await expect(verdictOf(gate)).toContainText('Entrez')
  await expect(verdictOf(gate)).toContainText('Décidé par ce téléphone, sans réseau')
  await gate.page.reload()
  await expect(gate.page.getByText('Hors ligne : ce téléphone décide · 1 scan à envoyer')).toBeVisible()
  await typeCode(gate, one.code)
  await expect(verdictOf(gate)).toContainText('Déjà entré')
  await gate.page.getByRole('button', { name: 'Suivant' }).click()
  await typeCode(gate, two.code)
  await expect(verdictOf(gate)).toContainText('Entrez')
  expect(await loggedVerdicts(request, owner, event)).toEqual([])

  network.heal()
  await expect.poll(() => loggedVerdicts(request, owner, event), { timeout: 20_000 }).toHaveLength(3)
  const log = await loggedVerdicts(request, owner, event)
  expect(log.filter((verdict) => verdict === 'admitted')).toHaveLength(2)
  await waitUntilReady(gate)
  await gate.close()
})

test('two gates that were both offline find out, and the organiser is told', async ({ request, network }) => {
  const [owner, buyer] = [await newPerson(request), await newPerson(request)]
  const { event, tickets } = await soldEvent(request, owner, buyer, 1)
  const code = tickets[0]?.code ?? ''
  const parts = { site: network.url, event, person: owner }
  const north = await openGate({ ...parts, gate: 'Porte Nord' })
  const south = await openGate({ ...parts, gate: 'Porte Sud' })
  for (const gate of [north, south]) await waitUntilReady(gate)
  network.goDown()
  for (const gate of [north, south]) {
    await typeCode(gate, code)
    await expect(verdictOf(gate)).toContainText('Entrez')
    await gate.page.getByRole('button', { name: 'Suivant' }).click()
  }
  network.heal()
  const noticed = ({ page }: GatePhone) => page.getByRole('button', { name: '1 conflit : voir' }).count()
  await expect.poll(async () => (await noticed(north)) + (await noticed(south)), { timeout: 20_000 }).toBe(1)
  await north.page.getByRole('button', { name: /Détails/ }).click()
  const conflicts = north.page.getByRole('heading', { name: 'Conflits' }).locator('..')
  await expect(conflicts).toContainText('Porte Nord')
  await expect(conflicts).toContainText('Porte Sud')
  for (const gate of [north, south]) await gate.close()
})
