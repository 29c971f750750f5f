// Screens for the pictures that need more than an address: somebody who is signed in, a payment under way, tickets.
import type { Page } from '@playwright/test'

export type Step = (page: Page) => Promise<unknown>

export interface Screen {
  name: string
  address: string
  /** What to do on the page before the picture is taken. */
  prepare?: Step
  /** Its colours are its own in both themes. */
  isSameByNight?: boolean
}

export const press =
  (role: 'button' | 'tab', name: string): Step =>
  (page) =>
    page.getByRole(role, { name, exact: true }).click()

/** One of the demo's accounts, on the login page that leads to the address. */
export const signInAs =
  (username: string): Step =>
  async (page) => {
    await page.getByLabel("Nom d'utilisateur").fill(username)
    await page.getByLabel('Mot de passe', { exact: true }).fill('tukio-demo')
    await press('button', 'Se connecter')(page)
    await page.waitForURL((address) => address.pathname !== '/login')
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Connexion' }).first().waitFor()
    await settled(page)
  }

/** Everything is there that the page waits for. An event's live figures keep a connection open as long as one looks. */
const settled: Step = (page) =>
  page.waitForFunction(() => document.querySelector('.skeleton') === null)

export const inTurn =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page)
  }

const choose: Step = (page) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .first()
    .click()

/** A payment that the server knows nothing of, and its word about it: one person may not begin as many as there are pictures. */
const told =
  (answer: object): Step =>
  async (page) => {
    const begun = { payment_id: 'picture', payment_url: '/sandbox/pay/picture', status: 'pending' }
    const terms = { amount: '5.00', currency: 'USD', expires_at: Date.now() + 900_000, rate: null }
    await page.route('**/api/payments/init/', (route) => route.fulfill({ json: { ...begun, ...terms } }))
    await page.route('**/api/payments/check-status/', (route) => route.fulfill({ json: answer }))
  }

const nothingBought: Step = async (page) => {
  const nothing = { count: 0, next: null, previous: null, results: [] }
  for (const list of ['my-tickets', 'payments'])
    await page.route(`**/api/${list}/*`, (route) => route.fulfill({ json: nothing }))
}

const printed: Step = (page) => page.emulateMedia({ media: 'print' })

/** The page that the service worker answers with, once it has settled in. */
const withoutNetwork: Step = async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.goto('/events')
}

const blocked: Step = (page) =>
  page.evaluate(() => {
    window.open = () => null
  })

export const seen =
  (name: string): Step =>
  (page) =>
    page.getByRole('heading', { name }).waitFor()

/** `paid`: the address of an event with tickets. */
export async function boxOfficeScreens(site: string, paid: string): Promise<Screen[]> {
  await buyTickets(site, Number(paid.split('/').pop()))
  const buyer = signInAs('participant')
  const open = inTurn(buyer, choose, press('button', 'Procéder au paiement'), seen('Paiement'))
  const pay = inTurn(open, blocked, press('button', 'Confirmer et payer'))
  const bought = `/login?redirect=${encodeURIComponent(paid)}`
  const ended = (answer: object, title: string) => inTurn(told(answer), pay, seen(title))
  const mine = (search = '') => `/dash/tickets${search}`
  const firstTicket: Step = (page) => page.locator('article h2 button').first().click()
  return [
    { name: 'buying-selection', address: bought, prepare: inTurn(buyer, choose) },
    { name: 'buying-summary', address: bought, prepare: open },
    {
      name: 'buying-pending',
      address: bought,
      prepare: inTurn(told({ status: 'pending' }), pay, (page) => page.getByRole('timer').waitFor()),
    },
    { name: 'buying-success', address: bought, prepare: ended({ status: 'success' }, 'Paiement réussi !') },
    {
      name: 'buying-failed',
      address: bought,
      prepare: ended({ status: 'failed', reason: 'Solde insuffisant.' }, 'Paiement échoué'),
    },
    ...returnScreens(buyer),
    { name: 'tickets', address: mine(), prepare: buyer },
    { name: 'tickets-past', address: mine('?when=past'), prepare: buyer },
    { name: 'tickets-none', address: mine(), prepare: inTurn(nothingBought, buyer) },
    { name: 'tickets-one', address: mine(), prepare: inTurn(buyer, firstTicket) },
    {
      name: 'tickets-pass-on',
      address: mine(),
      prepare: inTurn(buyer, firstTicket, press('button', 'Transmettre le billet')),
    },
    {
      name: 'tickets-pass-on-wrong',
      address: mine(),
      prepare: inTurn(
        ...[buyer, firstTicket, press('button', 'Transmettre le billet'), press('button', 'Continuer')],
      ),
    },
    {
      name: 'tickets-pass-on-sure',
      address: mine(),
      prepare: inTurn(
        ...[buyer, firstTicket, press('button', 'Transmettre le billet')],
        (page) => page.getByLabel('Numéro de téléphone de la personne').fill('+243 970 000 001'),
        press('button', 'Continuer'),
      ),
    },
    {
      name: 'tickets-printed',
      address: mine(),
      prepare: inTurn(buyer, firstTicket, printed),
    },
    {
      name: 'tickets-printed-all',
      address: mine(),
      prepare: inTurn(
        ...[buyer, firstTicket],
        (page) => page.evaluate(() => Object.assign(window, { print: () => undefined })),
        (page) => page.getByRole('button', { name: /^Imprimer les / }).click(),
        printed,
      ),
    },
    { name: 'offline', address: mine(), prepare: inTurn(buyer, withoutNetwork) },
    {
      name: 'tickets-offline',
      address: mine(),
      prepare: inTurn(
        buyer,
        (page) => page.locator('article').first().waitFor(),
        (page) => page.route('**/api/**', (route) => route.abort()),
        (page) => page.reload(),
      ),
    },
  ]
}

/** Where the provider sends the payer back, with each word of the server about the payment. */
function returnScreens(buyer: Step): Screen[] {
  const back = '/payments/return?payment_id=picture'
  const address = `/login?redirect=${encodeURIComponent(back)}`
  const shown = (name: string, answer: object, title: string): Screen => ({
    name: `return-${name}`,
    address,
    prepare: inTurn(told(answer), buyer, seen(title)),
  })
  return [
    shown('pending', { status: 'pending' }, 'Vérification du paiement...'),
    shown('success', { status: 'success' }, 'Paiement réussi !'),
    shown('failed', { status: 'failed', reason: 'Solde insuffisant.' }, 'Paiement échoué'),
    { name: 'return-unknown', address, prepare: inTurn(buyer, seen('Paiement introuvable')) },
    { name: 'return-signed-out', address: back, prepare: seen('Connectez-vous') },
  ]
}

async function buyTickets(site: string, eventId: number): Promise<void> {
  const access = await accessOf(site, 'participant')
  const { ttype } = (await (await fetch(`${site}/api/events/${eventId}/`)).json()) as {
    ttype: { id: number; devise: string }[]
  }
  const [type] = ttype
  const order = { ticket_type_id: String(type?.id), quantity: 2, currency: type?.devise }
  const { payment_url } = await send<{ payment_url: string }>(`${site}/api/payments/init/`, order, access)
  await fetch(payment_url, { method: 'POST', body: new URLSearchParams({ phone: '0970000789' }) })
}

/** The access token of one of the demo's accounts. */
export async function accessOf(site: string, query: string): Promise<string> {
  const login = { query, password: 'tukio-demo' }
  return (await send<{ access: string }>(`${site}/api/login/`, login)).access
}

async function send<Answer>(url: string, body: object, access?: string): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(access && { Authorization: `Bearer ${access}` }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer
}
