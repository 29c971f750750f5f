// What every journey stands on: a server per worker, a page that may not complain, and the ways to speak to both.
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { type Mailbox, startMailbox } from './mail.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type Server, startServer } from './server.ts'

interface Journey {
  /** Opens an address and waits until the page answers to clicks, not only until it is drawn. */
  visit: (address: string) => Promise<void>
  /** A way to the server that can break. */
  network: Proxy
  /** What pages of this journey complained about: uncaught exceptions, errors and warnings in the console. */
  complaints: string[]
  /** A complaint that belongs to the journey. */
  tolerated: RegExp | null
}

interface Worker {
  mailbox: Mailbox
  /** Settings of the server that are otherwise than usual. */
  settings: Record<string, string>
  server: Server
  serverUrl: string
}

export const test = base.extend<Journey, Worker>({
  mailbox: [
    // An empty pattern: Playwright reads from here what a fixture needs, and this one needs nothing.
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],

  settings: [{}, { option: true, scope: 'worker' }],

  server: [
    async ({ mailbox, settings }, use) => {
      const server = await startServer(mailbox.url, settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  serverUrl: [async ({ server }, use) => use(server.url), { scope: 'worker' }],

  baseURL: async ({ serverUrl }, use) => use(serverUrl),

  network: async ({ serverUrl }, use) => {
    const proxy = await startProxy(serverUrl)
    await use(proxy)
    await proxy.stop()
  },

  tolerated: [null, { option: true }],

  complaints: [
    async ({ context, tolerated }, use) => {
      const complaints: string[] = []
      context.on('weberror', (complaint) => {
        const error = complaint.error()
        complaints.push(String(error.stack ?? error))
      })
      context.on('console', (message) => {
        // A refused or failed request is often what a journey is about; the hydration journey counts them.
        if (message.text().startsWith('Failed to load resource')) return
        complaints.push(`${message.type()}: ${message.text()}`)
      })
      await use(complaints)
      const serious = complaints.filter((complaint) => !tolerated?.test(complaint))
      expect(serious, 'pages complained in the console').toEqual([])
    },
    { auto: true },
  ],

  visit: async ({ page }, use) => {
    await use(async (address) => {
      await page.goto(address)
      await takenOver(page)
    })
  },
})

export { expect }

/** The app marks its root when it begins to listen. What is pressed before is the browser's to answer. */
export async function takenOver(page: Page): Promise<void> {
  await page.locator('#root[data-taken-over]').waitFor({ state: 'attached' })
}

/** Paths of the API calls a page makes from now on. */
export function watchApi(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

export function toast(page: Page, message: string) {
  return page.getByRole('region', { name: 'Notifications' }).getByText(message, { exact: true })
}
