// « Vendre » at the gate: tickets for cash with network, places of this phone without, receipts and takings.
import { makeFilm } from '../support/camera.ts'
import { readLog } from '../support/door.ts'
import { expectAnswer, openGate, verdictOf, waitUntilKept, waitUntilReady } from '../support/gate.ts'
import { expect, takenOver, test } from '../support/test.ts'
import {
  cashEvening,
  openTill,
  placesLeft,
  readBlocks,
  readTakings,
  sell,
  sellNext,
  take,
  till,
} from '../support/till.ts'

const LATER = { timeout: 30_000 }
const DEAD = 'Hors ligne : ce téléphone décide'

test.use({ settings: { TUKIO_RATE_USD_CDF: '2850' } })
test.setTimeout(120_000)

test('tickets are sold for dollars and for francs, and their receipt opens the gate once', async ({
  browser,
  request,
  serverUrl,
}, info) => {
  const { event, owner, seller } = await cashEvening(request, 20)
  const gate = await openGate({ site: serverUrl, event, person: seller })
  await waitUntilReady(gate)
  await openTill(gate)
  const receipt = await sell(gate, { quantity: 2, currency: 'USD', sum: '20 USD' })
  await sellNext(gate)
  await sell(gate, { quantity: 1, currency: 'CDF', sum: '28 500 CDF' })
  // Who has just paid goes in.
  await till(gate).getByRole('button', { name: 'Faire entrer' }).click()
  await expect(verdictOf(gate)).toContainText('Entrez')
  await expect(verdictOf(gate)).toHaveCount(0)

  // The buyer's own phone, where nobody has signed in.
  const buyer = await browser.newPage({ locale: 'fr-FR', viewport: { width: 360, height: 800 } })
  await buyer.goto(receipt)
  await takenOver(buyer)
  await expect(buyer.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  await expect(buyer.getByText('Payé : 20 USD')).toBeVisible()
  await expect(buyer.getByText('Billet 2 sur 2', { exact: true })).toBeVisible()
  const codes = buyer.getByRole('img', { name: /^Code QR du billet/ })
  await expect(codes).toHaveCount(2)
  const picture = await codes.first().screenshot()
  const code = (await codes.first().getAttribute('aria-label'))?.replace('Code QR du billet ', '') ?? ''
  await buyer.close()
  const film = await makeFilm(browser, info.outputPath('receipt.mjpeg'), [{ picture }])
  const other = await openGate({ site: serverUrl, event, person: owner, gate: 'Porte Sud', film })
  const verdicts = async () => (await other.verdicts()).map(({ verdict }) => verdict)
  await expect.poll(verdicts, LATER).toEqual(['admitted'])
  await expect(verdictOf(other)).toHaveCount(0)
  await expectAnswer(gate, code, 'Déjà entré', 'Porte Sud')

  // Who organises sells, too, and sees everybody's; who stands at the door sees their own.
  await openTill(other)
  await sell(other, { quantity: 1, currency: 'USD', sum: '10 USD' })
  await sellNext(other)
  const all = till(other).getByRole('region', { name: 'Encaissé à la porte' })
  await expect(all).toContainText(`${owner.username} · 1 billet10 USD`)
  await expect(all).toContainText(`${seller.username} · 3 billets20 USD · 28 500 CDF`)
  await expect(all).toContainText('Total30 USD · 28 500 CDF')
  await openTill(gate)
  const own = till(gate).getByRole('region', { name: 'Encaissé à la porte' })
  await expect(own).toContainText('3 billets20 USD · 28 500 CDF')
  await expect(own).not.toContainText(owner.username)
  for (const phone of [gate, other]) await phone.close()
  const { sellers } = await readTakings(request, event, seller)
  expect(sellers).toEqual([
    {
      ...{ seller: seller.username, sales: 2, tickets: 3 },
      totals: [
        { amount: '20.00', currency: 'USD' },
        { amount: '28500', currency: 'CDF' },
      ],
    },
  ])
  const evening = { event, owner, buyer: owner, tickets: [] }
  const log = await readLog(request, evening)
  expect(log.filter(({ verdict }) => verdict === 'admitted')).toHaveLength(2)
})

test('places set aside are sold without network, over a reload, and arrive once', async ({
  browser,
  request,
  network,
}) => {
  const { event, owner, seller } = await cashEvening(request, 30)
  const gate = await openGate({ site: network.url, event, person: seller })
  await waitUntilReady(gate)
  await waitUntilKept(gate)
  const dialog = await openTill(gate)
  await dialog.getByRole('button', { name: 'Mettre 10 places de côté' }).click()
  await expect(dialog.getByText('10 places sont de côté sur ce téléphone, et pour lui seul.')).toBeVisible()
  expect(await placesLeft(request, event, owner)).toBe(20)

  network.goDown()
  await expect(gate.page.getByText(DEAD)).toBeVisible()
  await expect(
    dialog.getByText('Sans réseau : il reste 10 places de ce type sur ce téléphone.'),
  ).toBeVisible()
  const first = await sell(gate, { quantity: 2, currency: 'USD', sum: '20 USD' })
  await till(gate).getByRole('button', { name: 'Faire entrer' }).click()
  await expect(verdictOf(gate)).toContainText('2 entrées validées.')
  await expect(verdictOf(gate)).toHaveCount(0)
  const buyer = await browser.newPage({ locale: 'fr-FR' })
  await buyer.goto(first)
  await expect(buyer.getByText("Ce reçu n'est pas encore là.")).toBeVisible()

  await gate.page.reload()
  await expect(gate.page.getByText(DEAD)).toBeVisible()
  await openTill(gate)
  await expect(till(gate).getByText('2 ventes de ce téléphone à envoyer : 20 USD')).toBeVisible()
  await sell(gate, { quantity: 1, currency: 'CDF', sum: '28 500 CDF' })
  await sellNext(gate)
  await expect(till(gate).getByText('3 ventes de ce téléphone à envoyer : 20 USD · 28 500 CDF')).toBeVisible()
  expect((await readTakings(request, event, owner)).results).toEqual([])

  // The first answers of the network that returns get lost: what was sent arrives again.
  network.loseAnswers(`POST /api/events/${event.id}/door-sales/sync/`)
  await expect.poll(async () => (await readTakings(request, event, owner)).results.length, LATER).toBe(3)
  network.heal()
  await waitUntilReady(gate)
  await expect(till(gate).getByText(/à envoyer/)).toHaveCount(0)
  const own = till(gate).getByRole('region', { name: 'Encaissé à la porte' })
  await expect(own).toContainText('3 billets20 USD · 28 500 CDF')
  await expect(
    till(gate).getByText('7 places sont de côté sur ce téléphone, et pour lui seul.'),
  ).toBeVisible()
  const { results, totals } = await readTakings(request, event, owner)
  expect(results.map(({ fate, online }) => [fate, online])).toEqual(Array(3).fill(['sold', false]))
  expect(totals).toEqual([
    { amount: '20.00', currency: 'USD' },
    { amount: '28500', currency: 'CDF' },
  ])
  expect(await readBlocks(request, event, owner)).toEqual([{ size: 10, sold: 3, left: 7 }])

  // The receipt opens now, and its ticket is in already.
  await buyer.getByRole('button', { name: 'Réessayer' }).click()
  await expect(buyer.getByText('Déjà entré', { exact: true })).toBeVisible()
  await buyer.close()

  // What is left goes back on sale.
  await till(gate).getByRole('button', { name: 'Remettre en vente' }).click()
  await expect(till(gate).getByRole('button', { name: 'Mettre 10 places de côté' })).toBeVisible()
  expect(await placesLeft(request, event, owner)).toBe(27)
  await gate.close()
})

test('what is sold out is said, and a sale whose answer got lost is one', async ({ request, network }) => {
  const { event, owner, seller } = await cashEvening(request, 3)
  const gate = await openGate({ site: network.url, event, person: seller })
  await waitUntilReady(gate)
  const dialog = await openTill(gate)
  network.loseAnswers(`POST /api/events/${event.id}/door-sales/`)
  await take(gate, { quantity: 1, currency: 'USD', sum: '10 USD' })
  await expect(dialog.getByRole('alert')).toContainText("elle ne comptera qu'une fois")
  // The phone dies, and the sale is still to be settled before another is made.
  network.heal()
  await gate.page.reload()
  await openTill(gate)
  await expect(
    dialog.getByRole('heading', { name: 'Vente non confirmée : 1 × Debout, 10 USD' }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Demander de nouveau' }).click()
  await expect(dialog.getByText('Vendu : 1 × Debout, 10 USD', { exact: true })).toBeVisible()
  expect(await placesLeft(request, event, owner)).toBe(2)
  await sellNext(gate)

  // The last two, which this phone keeps for itself.
  await expect(dialog.getByText('2 places restent')).toBeVisible()
  await dialog.getByRole('button', { name: 'Mettre 2 places de côté' }).click()
  await expect(dialog.getByText('Épuisé · 2 de côté')).toBeVisible()
  network.goDown()
  await expect(gate.page.getByText(DEAD)).toBeVisible()
  await sell(gate, { quantity: 2, currency: 'USD', sum: '20 USD' })
  await sellNext(gate)
  await expect(dialog.getByText(/il en reste 0\.$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Encaisser' })).toBeDisabled()
  network.heal()
  await waitUntilReady(gate)
  await expect.poll(async () => (await readTakings(request, event, owner)).results.length, LATER).toBe(3)
  await expect(dialog.getByText('Épuisé', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Ce billet est épuisé.')).toBeVisible()
  await gate.close()
  expect(await readBlocks(request, event, owner)).toEqual([])
  expect(await placesLeft(request, event, owner)).toBe(0)
})
