// What the server may say of the ways to pay. The sandbox takes all of them, so a journey that needs a closed one says so
// in the server's place.
import type { Page } from '@playwright/test'

const CHANNELS = ['mpesa', 'airtel', 'orange', 'afrimoney', 'card']

/** From now on these are closed, each for the reason given. */
export async function closeChannels(page: Page, closed: Record<string, string>): Promise<void> {
  const channels = CHANNELS.map((channel) => ({
    channel,
    is_open: !(channel in closed),
    reason: closed[channel] ?? null,
    is_suggested: false,
  }))
  await page.unroute('**/api/payments/channels/*')
  await page.route('**/api/payments/channels/*', (route) => route.fulfill({ json: { channels } }))
}

export async function closeAllChannels(page: Page): Promise<void> {
  const reason = "Fermé en ce moment par l'opérateur."
  await closeChannels(page, Object.fromEntries(CHANNELS.map((channel) => [channel, reason])))
}
