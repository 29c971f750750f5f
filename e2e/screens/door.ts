// Screens of the gate for the pictures: the camera, each kind of answer, what opens over it, and times without network.
import type { Page } from '@playwright/test'
import { answer, inTurn, press, type Screen, type Step, withoutNetwork } from './screen.ts'

const CODE = '7KQ2-M9X7'

/** What the server says of the next code, whichever is typed. */
const answers = (status: number, json: object): Step => answer('events/*/verify/', json, status)

const ticket = {
  ticket_id: 'picture',
  ticket_type: 'VIP',
  client: 'Grâce Mwamba',
  scan_id: 'picture',
  early: false,
}

const admitted = answers(200, {
  ...{ ...ticket, message: 'Entrée validée.', verdict: 'admitted', day: '2026-11-14', admitted_at: 0 },
})

const refused = (verdict: string, sentence: string) =>
  answers(400, { ...ticket, non_field_errors: [sentence], verdict })

const named: Step = async (page) => {
  await page.getByLabel('Nom de la porte').fill('Porte Nord')
  await press('button', 'Enregistrer')(page)
  await page.getByText('En ligne · prêt aussi sans réseau').waitFor()
}

const typed: Step = async (page) => {
  await press('button', 'Saisir un code')(page)
  await page.getByLabel('Code du billet').fill(CODE)
  await press('button', 'Vérifier')(page)
}

/** Answers that go away by themselves stay for their picture. */
const shown = async (page: Page) => {
  await page.clock.install()
  await typed(page)
  await page.locator('[data-verdict]').waitFor()
}

const offline: Step = async (page) => {
  await withoutNetwork(page)
  await page.getByText(/^Hors ligne/).waitFor()
}

/** Nobody has allowed it. */
const noCamera: Step = (page) =>
  page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    Object.assign(navigator.mediaDevices, { getUserMedia: refuse })
  })

/** The names of gates are as long as people make them, and two admissions should not have been. */
const longNames: Step = (page) =>
  page.route('**/door/', async (route) => {
    const answer = await route.fetch()
    const gates = ['Porte Nord', 'Entrée des artistes et de la presse', 'Portail du stade, côté avenue']
    await route.fulfill({ json: { ...(await answer.json()), gates, conflicts: 2 } })
  })

const conflicts: Step = (page) =>
  page.route('**/scans/?conflicts=1', (route) => {
    const at = new Date().setHours(19, 42)
    const first = { at: at - 240_000, gate: 'Porte Nord', person: 'prestataire' }
    const scan = { at, gate: 'Portail du stade, côté avenue', person: 'organisateur', ticket_type: 'VIP' }
    const results = [
      { ...scan, id: 'one', client: 'Grâce Mwamba', conflict_with: first, reason: null },
      {
        ...scan,
        id: 'two',
        client: 'Jean-Baptiste Kabongo wa Ilunga',
        conflict_with: null,
        reason: 'refunded',
      },
    ]
    return route.fulfill({ json: { next: null, previous: null, results } })
  })

/** A sale that the demo's figures need not know of. */
const sells: Step = (page) =>
  page.route('**/door-sales/', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const order = route.request().postDataJSON() as { quantity: number; currency: string }
    const tickets = [{ ticket_id: 'picture', code: CODE, content: CODE }]
    const receipt = 'Qm4xT0k2ZGFyZWNlaXB0cw'
    const receipt_url = `${new URL(page.url()).origin}/receipts/${receipt}`
    const answer = { ...order, amount: '10.00', ticket_type: 'Standard', payment_id: 'picture', sold_at: 0 }
    return route.fulfill({ status: 201, json: { ...answer, tickets, receipt, receipt_url } })
  })

const sellsNothing: Step = (page) =>
  page.route('**/door-sales/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )

/** Places for this phone, which the demo goes on selling to others. */
const setsAside: Step = (page) =>
  page.route('**/door-blocks/', (route) => {
    const { ticket_type_id, quantity } = route.request().postDataJSON() as {
      ticket_type_id: number
      quantity: number
    }
    const place = { ticket_id: 'picture', code: CODE, content: CODE, receipt_url: page.url() }
    const places = Array.from({ length: quantity }, (_, at) => ({ ...place, payment_id: `picture-${at}` }))
    const price = [
      { currency: 'USD', amount: '10.00' },
      { currency: 'CDF', amount: '28500' },
    ]
    const json = { block_id: 'picture', ticket_type_id, ticket_type: 'VIP', price, places }
    return route.fulfill({ status: 201, json })
  })

const details: Step = (page) => page.getByRole('button', { name: /Détails/ }).click()
const vendre: Step = async (page) => {
  await press('button', 'Vendre')(page)
  await page
    .getByText(/places? reste|Épuisé/)
    .first()
    .waitFor()
}
const paid: Step = (page) => page.getByRole('button', { name: /^J'ai encaissé/ }).click()
const toEnd: Step = (page) =>
  page.locator('dialog[open]').evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))

/** Whatever is shown of the receipt, the server's own word for it. */
const receipt =
  (change: object): Step =>
  (page) =>
    page.route('**/api/receipts/*/', (route) => {
      const event = { id: 1, name: 'Katanga Jazz de nuit', started_at: '2026-11-14', ended_at: null }
      const where = { hour: '19:30', town: 'Lubumbashi', address: 'Avenue Lumumba 7', img_url: null }
      const one = {
        ticket_id: 'a',
        code: CODE,
        content: 'TUKIO1 0Q/ABCDEFGHIJKLMNOPQRSTUVW',
        status: 'valid',
      }
      const tickets = [one, { ...one, ticket_id: 'b', code: 'M9X7-7KQ2', status: 'scanned' }]
      const bought = { ticket_type: 'VIP', quantity: 2, amount: '142500', currency: 'CDF', sold_at: 0 }
      const answer = { event: { ...event, ...where }, cancelled: false, ...bought, tickets }
      return route.fulfill({ json: { ...answer, ...change } })
    })

function receiptScreens(): Screen[] {
  const address = '/receipts/Qm4xT0k2ZGFyZWNlaXB0cw'
  return [
    { name: 'door-receipt', address, before: receipt({}) },
    { name: 'door-receipt-cancelled', address, before: receipt({ cancelled: true }) },
    { name: 'door-receipt-missing', address },
  ]
}

/** What the gate says to each kind of code. */
function verdicts(answered: (name: string, answer: Step) => Screen): Screen[] {
  const passed = (verdict: string, message: string, change = {}) =>
    answers(200, { ...ticket, message, verdict, day: '2026-11-14', admitted_at: 0, ...change })
  const early = "Entrée validée. Attention : l'évènement n'a lieu que le samedi 14 novembre 2026."
  return [
    answered('admitted', passed('admitted', 'Entrée validée.')),
    answered('early', passed('admitted', early, { early: true })),
    answered('readmitted', passed('readmitted', 'Ré-entrée validée.')),
    answered('left', passed('left', 'Sortie notée : ce billet peut revenir.')),
    answered('already', refused('already_admitted', 'Déjà entré à 19:42 par Amani (porte Nord).')),
    answered(
      'other-event',
      refused('other_event', 'Ce billet est pour « Katanga Jazz de nuit », pas pour cet évènement.'),
    ),
    answered('not-inside', refused('not_inside', "Ce billet n'est pas à l'intérieur.")),
    answered('forged', refused('forged', 'Faux billet : sa signature est fausse.')),
    answered('unknown', refused('unknown', "Billet inconnu : ce code n'est celui d'aucun billet.")),
    answered('cancelled', refused('cancelled', "Ce billet est annulé : il n'ouvre plus l'entrée.")),
    answered('refunded', refused('refunded', "Ce billet est remboursé : il n'ouvre plus l'entrée.")),
    answered(
      'transferred',
      refused('transferred', "Ce billet a été transmis à quelqu'un d'autre : ce code n'ouvre plus l'entrée."),
    ),
    answered('reentry-off', refused('reentry_off', "Sortir et revenir n'est pas permis à cet évènement.")),
    answered('event-cancelled', refused('event_cancelled', "L'évènement est annulé : personne n'entre.")),
    answered('wait', answers(429, { detail: 'Trop de codes inconnus. Réessayez dans 30 secondes.' })),
  ]
}

function gateScreens(): Screen[] {
  const gate = named
  const screen = (name: string, ...steps: Step[]): Screen => ({
    ...{ name: `door-${name}`, address: '/dash/events/{sold}/scan', as: 'organisateur' as const },
    ...{ before: longNames, prepare: inTurn(...steps) },
  })
  const code = press('button', 'Saisir un code')
  const search = inTurn(gate, press('button', 'Chercher un nom'))
  const searchFor = (text: string): Step =>
    inTurn(
      search,
      (page) => page.getByLabel('Nom ou téléphone').fill(text),
      press('button', 'Chercher'),
      (page) => page.waitForLoadState('networkidle'),
    )
  const setAside = inTurn(setsAside, gate, vendre, (page) =>
    page.getByRole('button', { name: /de côté$/ }).click(),
  )
  return [
    screen('name', (page) => page.getByRole('list', { name: 'Portes déjà nommées' }).waitFor()),
    screen('camera', gate),
    { ...screen('camera-denied', gate), before: inTurn(longNames, noCamera) },
    ...verdicts((name, answer) => ({ ...screen(name, answer, gate, shown), isSameByNight: true })),
    screen('code', gate, code),
    screen('code-wrong', gate, code, press('button', 'Vérifier')),
    screen('search', search),
    screen('search-found', searchFor('ka')),
    screen('search-none', searchFor('zzzz')),
    screen('log', gate, details),
    screen(
      'log-scans',
      ...[refused('already_admitted', 'Déjà entré à 19:42 par Amani (porte Nord).'), gate, typed],
      ...[press('button', 'Suivant'), admitted, typed, press('button', 'Suivant'), details],
    ),
    screen('conflicts', conflicts, gate, press('button', '2 conflits : voir')),
    screen('show', gate, details, press('button', 'Montrer à une autre porte')),
    screen(
      'offline',
      gate,
      withoutNetwork,
      typed,
      (page) => page.locator('[data-verdict]').waitFor(),
      press('button', 'Suivant'),
    ),
    screen('sell', gate, vendre),
    screen('sell-takings', gate, vendre, toEnd),
    screen('sell-receipt', sells, gate, vendre, paid),
    screen('sell-unconfirmed', sellsNothing, gate, vendre, paid),
    screen('sell-block', setAside, toEnd),
    screen('sell-offline', setAside, offline),
    screen('sell-offline-none', gate, vendre, offline),
  ]
}

export const doorScreens: Screen[] = [...gateScreens(), ...receiptScreens()]
