// Journeys that pay through a real adapter: each has a server of its own and a simulator of its provider.
import type { APIRequestContext, Page } from '@playwright/test'
import { atTheTickets } from './buying.ts'
import type { Event } from './events.ts'
import { channel, confirm, openDialog } from './payment-dialog.ts'
import { startServer } from './server.ts'
import { type ProviderName, type Simulator, startSimulator } from './simulator.ts'
import { test as base } from './test.ts'

interface ProviderJourney {
  provider: ProviderName
  /** What was arranged with the provider before the server began: an address below /admin/ and what is sent to it. */
  arranged: { name: string; body: object } | null
  simulator: Simulator
}

export const test = base.extend<ProviderJourney>({
  provider: ['pawapay', { option: true }],
  arranged: [null, { option: true }],

  simulator: async ({ provider, arranged }, use) => {
    const simulator = await startSimulator(provider)
    if (arranged) await simulator.change(arranged.name, arranged.body)
    await use(simulator)
    await simulator.stop()
  },

  baseURL: async ({ mailbox, simulator, provider }, use) => {
    const server = await startServer(mailbox.url, { TUKIO_DEMO: '', ...simulator.settings })
    if (provider === 'pawapay') {
      const url = `${server.url}/api/payments/webhooks/pawapay/`
      await simulator.change('callback-urls', { deposits: url, checkouts: url, refunds: url })
    }
    await use(server.url)
    await server.stop()
  },
})

/** What all three providers take. */
export const FRANCS = { price: 10_000, devise: 'CDF' }

/** M-Pesa; the last three digits decide what becomes of the payment. */
export const PAYS = '0813456789'
export const REFUSES = '0813456039'
export const NEVER_ANSWERS = '0813456129'
/** Its owner is asked for a PIN. */
export const ASKED = '0813456700'
export const PAYS_BY_AIRTEL = '0973456789'

interface PaymentPage {
  address: RegExp
  /** What the field for the number is called. */
  field: string
  /** What the buyer reads after a refusal: two of them only tell that it has failed. */
  refusal: string
}

const NO_REASON = "Le paiement n'a pas abouti."

/** Where one pays by mobile money: on a page of the provider, or of ours. */
export const PAGES: Record<ProviderName, PaymentPage> = {
  pawapay: {
    address: /\/pages\/checkouts\//,
    field: 'Numéro de mobile money',
    refusal: 'Le paiement a été refusé.',
  },
  flexpay: { address: /\/pay\//, field: 'Numéro qui paie', refusal: NO_REASON },
  cinetpay: { address: /\/pages\//, field: 'Numéro de mobile money', refusal: NO_REASON },
}

/** Somebody new before a ticket of 10 000 francs. */
export function atTheFrancs(
  page: Page,
  visit: (address: string) => Promise<void>,
  request: APIRequestContext,
): Promise<Event> {
  return atTheTickets(page, visit, request, FRANCS)
}

/** Chooses a ticket and a channel, and goes to where it is paid. */
export async function toTheProvider(page: Page, address: RegExp, name = 'M-Pesa'): Promise<Page> {
  await openDialog(page)
  await channel(page, name).check()
  const opened = page.waitForEvent('popup')
  await confirm(page).click()
  const popup = await opened
  await popup.waitForURL(address)
  return popup
}

/** Types a number or a card on a page, and sends it. */
export async function type(popup: Page, field: string, text: string): Promise<void> {
  const input = popup.getByLabel(field)
  await input.fill(text)
  await input.press('Enter')
}

/** The same, and the window is done: it has come back to us and closed itself. */
export async function payThere(popup: Page, field: string, text: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  await type(popup, field, text)
  await closed
}
