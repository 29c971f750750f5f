// Each provider as its payers meet it: success, refusal, silence, a late answer, a blocked window, another number, a
// closed network, a card. Against its simulator, whose own books must agree with what the buyer is told.
import type { APIRequestContext, Page } from '@playwright/test'
import { SETTLED } from '../support/buying.ts'
import type { Event } from '../support/events.ts'
import {
  channel,
  channels,
  confirm,
  dialog,
  failed,
  letTimeRunOut,
  notice,
  openDialog,
  paymentLink,
  succeeded,
} from '../support/payment-dialog.ts'
import * as paying from '../support/provider-test.ts'
import { atTheFrancs, PAGES, payThere, test, toTheProvider, type } from '../support/provider-test.ts'
import type { ProviderName, Simulator } from '../support/simulator.ts'
import { expect } from '../support/test.ts'

const CLOSED = "Fermé en ce moment par l'opérateur."
const NOT_OFFERED = "Ce moyen n'est pas encore proposé."

async function left(request: APIRequestContext, event: Event): Promise<number> {
  const { ttype } = await (await request.get(`/api/events/${event.id}/`)).json()
  return ttype[0].available_tickets
}

/** One ticket for the buyer, and one payment in the provider's books. */
async function expectBought(page: Page, event: Event, simulator: Simulator): Promise<void> {
  await expect(succeeded(page)).toBeVisible(SETTLED)
  await dialog(page).getByRole('link', { name: 'Mes billets' }).click()
  await expect(page.getByRole('button', { name: event.name })).toHaveCount(1)
  const paid = (await simulator.books()).filter(({ state }) => state === 'succeeded')
  expect(paid).toHaveLength(1)
}

for (const provider of ['pawapay', 'flexpay', 'cinetpay'] as ProviderName[]) {
  const { address, field, refusal } = PAGES[provider]

  test.describe(provider, () => {
    test.use({ provider })

    test('whoever pays has a ticket', async ({ page, visit, request, simulator }) => {
      const event = await atTheFrancs(page, visit, request)
      await payThere(await toTheProvider(page, address), field, paying.PAYS)
      await expectBought(page, event, simulator)
    })

    test('a refusal on the telephone is told, and the place is for sale again', async ({
      page,
      visit,
      request,
    }) => {
      const event = await atTheFrancs(page, visit, request)
      const popup = await toTheProvider(page, address)
      await type(popup, field, paying.REFUSES)
      // There one may try again as often as one likes, until one gives up.
      if (provider === 'pawapay') await popup.getByRole('button', { name: 'Annuler le paiement' }).click()
      await expect(failed(page)).toBeVisible(SETTLED)
      await expect(dialog(page).getByText(refusal, { exact: true })).toBeVisible()
      expect(await left(request, event)).toBe(50)
    })

    test('without an answer the countdown ends, and the payment stays in sight', async ({
      page,
      visit,
      request,
    }) => {
      await page.clock.install()
      await atTheFrancs(page, visit, request)
      const popup = await toTheProvider(page, address)
      await type(popup, field, paying.NEVER_ANSWERS)
      await expect(popup.getByText(/^Confirmez/)).toBeVisible()
      await letTimeRunOut(page)
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
      await visit('/dash/tickets')
      await expect(notice(page, 'Paiement en cours')).toBeVisible()
    })

    test('a PIN that is entered after the countdown still brings the ticket', async ({
      page,
      visit,
      request,
      simulator,
    }) => {
      await page.clock.install()
      const event = await atTheFrancs(page, visit, request)
      const popup = await toTheProvider(page, address)
      await type(popup, field, paying.ASKED)
      await expect(popup.getByText(/^Confirmez/)).toBeVisible()
      await letTimeRunOut(page)
      await simulator.enterPin()
      await expectBought(page, event, simulator)
    })

    test('a window that the browser blocks leaves a link, and the link works', async ({
      page,
      visit,
      request,
      simulator,
    }) => {
      await page.addInitScript(() => {
        window.open = () => null
      })
      const event = await atTheFrancs(page, visit, request)
      await openDialog(page)
      await channel(page, 'M-Pesa').check()
      await confirm(page).click()
      await expect(dialog(page).getByText("La page de paiement ne s'est pas ouverte.")).toBeVisible()
      const opened = page.waitForEvent('popup')
      await paymentLink(page).click()
      await payThere(await opened, field, paying.PAYS)
      await expectBought(page, event, simulator)
    })
  })
}

test.describe('another number', () => {
  test.describe('pawapay', () => {
    test.use({ provider: 'pawapay' })

    test('after a refusal another number pays the same checkout', async ({
      page,
      visit,
      request,
      simulator,
    }) => {
      const event = await atTheFrancs(page, visit, request)
      const { address, field } = PAGES.pawapay
      const popup = await toTheProvider(page, address)
      await type(popup, field, paying.REFUSES)
      await expect(popup.getByRole('alert')).toHaveText(/Vous pouvez réessayer/)
      await payThere(popup, field, paying.PAYS_BY_AIRTEL)
      await expectBought(page, event, simulator)
      expect(await simulator.books()).toMatchObject([{ channel: 'AIRTEL_COD', attempts: 2 }])
    })
  })

  test.describe('cinetpay', () => {
    test.use({ provider: 'cinetpay' })

    test('a number of no network is corrected on its page', async ({ page, visit, request, simulator }) => {
      const event = await atTheFrancs(page, visit, request)
      const { address, field } = PAGES.cinetpay
      const popup = await toTheProvider(page, address)
      await type(popup, field, '0703456789')
      await expect(popup.getByRole('alert')).toBeVisible()
      await payThere(popup, field, paying.PAYS)
      await expectBought(page, event, simulator)
      expect(await simulator.books()).toMatchObject([{ channel: 'mpesa', attempts: 1 }])
    })
  })
})

test.describe('a closed network', () => {
  test.describe('pawapay tells so', () => {
    const body = { provider: 'VODACOM_MPESA_COD', status: 'CLOSED' }
    test.use({ provider: 'pawapay', arranged: { name: 'networks', body } })

    test('it can not be chosen, and another one pays', async ({ page, visit, request, simulator }) => {
      const event = await atTheFrancs(page, visit, request)
      await openDialog(page)
      await expect(channel(page, 'M-Pesa')).toBeDisabled()
      await expect(channel(page, 'M-Pesa')).toHaveAccessibleDescription(`Indisponible. ${CLOSED}`)
      await expect(channel(page, 'Airtel Money')).toBeChecked()
      const opened = page.waitForEvent('popup')
      await confirm(page).click()
      await payThere(await opened, PAGES.pawapay.field, paying.PAYS_BY_AIRTEL)
      await expectBought(page, event, simulator)
    })
  })

  // These two have no call that tells it: the payer meets it with the number.
  for (const provider of ['flexpay', 'cinetpay'] as ProviderName[]) {
    test.describe(`${provider} refuses the number`, () => {
      const body = { network: 'mpesa', open: false }
      test.use({ provider, arranged: { name: 'networks', body } })

      test('a number of another network pays', async ({ page, visit, request, simulator }) => {
        const event = await atTheFrancs(page, visit, request)
        const { address, field } = PAGES[provider]
        const popup = await toTheProvider(page, address)
        await type(popup, field, paying.PAYS)
        await expect(popup.getByRole('alert')).toBeVisible()
        await payThere(popup, field, paying.PAYS_BY_AIRTEL)
        await expectBought(page, event, simulator)
        expect(await simulator.books()).toMatchObject([{ channel: 'airtel' }])
      })
    })
  }
})

test.describe('cards', () => {
  test.describe('flexpay', () => {
    test.use({ provider: 'flexpay' })

    const CARD_PAGE = /\/pages\/cards\//
    const CARD = 'Numéro de carte'

    test('a card pays on its page', async ({ page, visit, request, simulator }) => {
      const event = await atTheFrancs(page, visit, request)
      const popup = await toTheProvider(page, CARD_PAGE, 'Carte bancaire')
      await payThere(popup, CARD, '4242 4242 4242 4242')
      await expectBought(page, event, simulator)
      expect(await simulator.books()).toMatchObject([{ channel: 'visa' }])
    })

    test('a refused card is told, and mobile money pays instead', async ({
      page,
      visit,
      request,
      simulator,
    }) => {
      const event = await atTheFrancs(page, visit, request)
      const popup = await toTheProvider(page, CARD_PAGE, 'Carte bancaire')
      await payThere(popup, CARD, '4000 0000 0000 0002')
      await expect(failed(page)).toBeVisible(SETTLED)
      await dialog(page).getByRole('button', { name: 'Changer de moyen de paiement' }).click()
      await channel(page, 'Airtel Money').check()
      const opened = page.waitForEvent('popup')
      await confirm(page).click()
      await payThere(await opened, PAGES.flexpay.field, paying.PAYS_BY_AIRTEL)
      await expectBought(page, event, simulator)
    })
  })

  for (const provider of ['pawapay', 'cinetpay'] as ProviderName[]) {
    test.describe(provider, () => {
      test.use({ provider })

      test('has none, and says so', async ({ page, visit, request }) => {
        await atTheFrancs(page, visit, request)
        await openDialog(page)
        for (const name of ['Afrimoney', 'Carte bancaire']) {
          await expect(channel(page, name)).toBeDisabled()
          await expect(channel(page, name)).toHaveAccessibleDescription(`Indisponible. ${NOT_OFFERED}`)
        }
        await expect(channels(page).getByRole('radio', { disabled: false })).toHaveCount(3)
      })
    })
  }
})
