// A cheap phone on a thin network, as Chromium plays it.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { keepNotes } from './notes.ts'

/** 400 kbit/s both ways, in bytes a second, and 400 ms for each round. */
export const RATE = (400 * 1024) / 8
export const ROUND_MS = 400
export const THIN = { offline: false, latency: ROUND_MS, downloadThroughput: RATE, uploadThroughput: RATE }
/** So many times slower than the processor here. */
export const SLOWDOWN = 6
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** Without a network, that of this machine. */
export async function onSlowPhone<Value>(
  browser: Browser,
  network: typeof THIN | undefined,
  use: (page: Page, devtools: CDPSession) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(keepNotes)
  await devtools.send('Network.enable')
  if (network) await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const value = await use(page, devtools)
  await context.close()
  return value
}

/** Where things are on its screen before any script has arrived. */
export async function onScreenWithoutScripts<Value>(
  browser: Browser,
  url: string,
  look: (page: Page) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(url)
  const value = await look(page)
  await context.close()
  return value
}
