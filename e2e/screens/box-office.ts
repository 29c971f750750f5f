// Screens of somebody who buys: the choice, the payment with each of its endings, the tickets and what is done with them.
import type { Page } from '@playwright/test'
import {
  answer,
  inTurn,
  press,
  pressFirst,
  read,
  type Screen,
  type Step,
  seen,
  withoutNetwork,
} from './screen.ts'

const choose: Step = (page) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .first()
    .click()

/** A payment that the server knows nothing of, and its word about it: one person may not begin as many as there are screens. */
const told = (status: object): Step =>
  inTurn(
    answer('payments/init/', {
      ...{ payment_id: 'picture', payment_url: '/sandbox/pay/picture', status: 'pending' },
      ...{ amount: '5.00', currency: 'USD', expires_at: Date.now() + 900_000, rate: null },
    }),
    answer('payments/check-status/', status),
  )

const nothingBought: Step = async (page) => {
  const nothing = { count: 0, next: null, previous: null, results: [] }
  for (const list of ['my-tickets', 'payments']) await answer(`${list}/*`, nothing)(page)
}

const printed: Step = (page) => page.emulateMedia({ media: 'print' })

/** The page that the service worker answers with, once it has settled in. */
const offlinePage: Step = async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.goto(new URL('/events', page.url()).href)
}

const blocked: Step = (page) =>
  page.evaluate(() => {
    window.open = () => null
  })

/** The provider's window is there, as far as the page can know. */
const opened: Step = (page) =>
  page.evaluate(() => {
    window.open = () =>
      ({ closed: false, close: () => undefined, location: {}, focus: () => undefined }) as never
  })

const neverAnswered =
  (path: string): Step =>
  (page) =>
    page.route(`**/api/${path}`, () => new Promise(() => undefined))

const summary = inTurn(choose, press('button', 'Procéder au paiement'), seen('Paiement'))
const confirm = press('button', 'Confirmer et payer')
const ended = (status: object, title: string): Step =>
  inTurn(summary, told(status), blocked, confirm, seen(title))

/** The countdown runs out in the browser, at once. */
const tooLate: Step = async (page) => {
  await page.clock.install()
  await inTurn(summary, told({ status: 'pending' }), blocked, confirm)(page)
  await page.getByRole('timer').waitFor()
  await page.clock.fastForward(130_000)
  await seen('Paiement échoué')(page)
}

const channels = (closed: Record<string, string>): Step =>
  answer('payments/channels/*', {
    channels: ['mpesa', 'airtel', 'orange', 'afrimoney', 'card'].map((channel) => ({
      ...{ channel, is_open: !(channel in closed), reason: closed[channel] ?? null, is_suggested: false },
    })),
  })

const CLOSED = "Fermé en ce moment par l'opérateur."

function buying(): Screen[] {
  const screen = (name: string, prepare: Step, before?: Step): Screen => ({
    ...{ name: `buying-${name}`, address: '/events/{paid}', as: 'participant' as const, prepare },
    ...(before && { before }),
  })
  const shown: Step = (page) => page.getByRole('dialog').getByRole('radio').first().waitFor()
  return [
    screen('selection', choose),
    screen('summary', inTurn(summary, shown)),
    screen('channel-closed', inTurn(summary, shown), channels({ orange: CLOSED })),
    screen(
      'channels-closed',
      inTurn(summary, shown),
      channels({ mpesa: CLOSED, airtel: CLOSED, orange: CLOSED, afrimoney: CLOSED, card: CLOSED }),
    ),
    screen(
      'channels-unknown',
      inTurn(summary, read(/^Le choix n'a pas pu être affiché\./)),
      answer('payments/channels/*', {}, 500),
    ),
    screen('promo', inTurn(summary, shown, pressFirst('button', /code promo/i))),
    screen(
      'processing',
      inTurn(
        summary,
        neverAnswered('payments/init/'),
        blocked,
        confirm,
        read('Initialisation du paiement...'),
      ),
    ),
    screen(
      'pending',
      inTurn(summary, told({ status: 'pending' }), opened, confirm, (page) =>
        page.getByRole('timer').waitFor(),
      ),
    ),
    screen(
      'pending-blocked',
      inTurn(summary, told({ status: 'pending' }), blocked, confirm, (page) =>
        page.getByRole('timer').waitFor(),
      ),
    ),
    screen('success', ended({ status: 'success' }, 'Paiement réussi !')),
    screen('failed', ended({ status: 'failed', reason: 'Solde insuffisant.' }, 'Paiement échoué')),
    screen('too-late', tooLate),
    screen(
      'not-begun',
      inTurn(
        summary,
        answer('payments/init/', { detail: 'Il ne reste plus que 1 place.' }, 409),
        blocked,
        confirm,
        seen('Paiement échoué'),
      ),
    ),
  ]
}

/** Where the provider sends the payer back, with each word of the server about the payment. */
function returning(): Screen[] {
  const address = '/payments/return?payment_id=picture'
  const shown = (name: string, status: object, title: string): Screen => ({
    ...{ name: `return-${name}`, address, as: 'participant' as const },
    ...{ before: told(status), prepare: seen(title) },
  })
  return [
    shown('pending', { status: 'pending' }, 'Vérification du paiement...'),
    shown('success', { status: 'success' }, 'Paiement réussi !'),
    shown('failed', { status: 'failed', reason: 'Solde insuffisant.' }, 'Paiement échoué'),
    { name: 'return-unknown', address, as: 'participant', prepare: seen('Paiement introuvable') },
    { name: 'return-signed-out', address, prepare: seen('Connectez-vous') },
  ]
}

function tickets(): Screen[] {
  const screen = (name: string, prepare?: Step, before?: Step): Screen => ({
    ...{ name: `tickets${name && `-${name}`}`, address: '/dash/tickets', as: 'participant' as const },
    ...(prepare && { prepare }),
    ...(before && { before }),
  })
  const one: Step = (page) => page.locator('article h2 button').first().click()
  const passOn = inTurn(one, press('button', 'Transmettre le billet'))
  const noPrinting: Step = (page) => page.evaluate(() => Object.assign(window, { print: () => undefined }))
  return [
    screen(''),
    { ...screen('past'), address: '/dash/tickets?when=past' },
    screen('none', undefined, nothingBought),
    screen('one', one),
    screen('pass-on', passOn),
    screen('pass-on-wrong', inTurn(passOn, press('button', 'Continuer'))),
    screen(
      'pass-on-sure',
      inTurn(
        passOn,
        (page) => page.getByLabel('Numéro de téléphone de la personne').fill('+243 970 000 001'),
        press('button', 'Continuer'),
      ),
    ),
    screen(
      'refund-ask',
      inTurn(one, press('button', 'Demander un remboursement'), seen('Demander un remboursement')),
      refundable,
    ),
    screen('printed', inTurn(one, printed)),
    screen('printed-all', inTurn(one, noPrinting, pressFirst('button', /^Imprimer les /), printed)),
    screen(
      'offline',
      inTurn(
        (page) => page.locator('article').first().waitFor(),
        withoutNetwork,
        (page) => page.reload(),
        read(/^Hors ligne/),
      ),
    ),
    { name: 'offline', address: '/dash/tickets', as: 'participant', prepare: offlinePage },
  ]
}

/** Their organiser gives money back on request. */
const refundable: Step = (page: Page) =>
  page.route('**/api/my-tickets/**', async (route) => {
    const told = await route.fetch()
    const list = await told.json()
    const change = (ticket: object) => ({ ...ticket, refund_possible: true, refund: null })
    await route.fulfill({
      json: list.results ? { ...list, results: list.results.map(change) } : change(list),
    })
  })

export const boxOfficeScreens: Screen[] = [...buying(), ...returning(), ...tickets()]
