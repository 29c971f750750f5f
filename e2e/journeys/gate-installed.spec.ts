// The gate as an installed application: it opens without network, where this phone stood last, and no other build takes
// over while it is open.
import { once } from 'node:events'
import { request as ask, createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { soldEvening, type Ticket } from '../support/door.ts'
import { expectAnswer, openGate, waitUntilKept, waitUntilReady } from '../support/gate.ts'
import { expect, test } from '../support/test.ts'

test.setTimeout(120_000)

test('without network the application opens straight at the last gate, and behind a slow one at once', async ({
  request,
  network,
}) => {
  const { event, owner, tickets } = await soldEvening(request, 1)
  const gate = await openGate({ site: network.url, event, person: owner })
  const { page } = gate
  await waitUntilReady(gate)
  await waitUntilKept(gate)
  const isAtGate = async () => {
    await expect(page).toHaveURL(new RegExp(`/dash/events/${event.id}/scan$`))
    await expect(page.getByRole('button', { name: 'Saisir un code' })).toBeVisible()
  }
  network.goDown()
  for (const address of ['/dash/events/last/scan', '/']) {
    await page.goto(`${network.url}${address}`)
    await isAtGate()
  }
  await expectAnswer(gate, (tickets[0] as Ticket).code, 'Entrez')
  network.heal()
  network.delayAnswers('', 20_000)
  await page.goto(`${network.url}/dash/events/${event.id}/scan`, { waitUntil: 'commit', timeout: 5000 })
  await expect(page.getByRole('button', { name: 'Saisir un code' })).toBeVisible({ timeout: 5000 })
  await gate.close()
})

test('a gate that was reached by a link keeps its build, and the next start has the new one', async ({
  request,
  serverUrl,
}) => {
  const { event, owner } = await soldEvening(request, 1)
  const site = await startSite(serverUrl)
  const gate = await openGate({ site: site.url, event, person: owner })
  const { page } = gate
  await waitUntilKept(gate)
  // A page that began elsewhere: the worker never learns where it went.
  await page.goto(`${site.url}/dash/events/${event.id}`)
  await page.getByRole('link', { name: 'Scanner les billets' }).click()
  await expect(page.getByRole('button', { name: 'Saisir un code' })).toBeVisible()
  const before = await builds(page)
  expect(before).toHaveLength(1)

  site.deploy()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null)
  await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
  expect(await builds(page)).toEqual(expect.arrayContaining(before))

  const start = async () => {
    // A browser changes workers a moment after the last page of the old one is gone.
    await page.goto('about:blank')
    await page.goto(`${site.url}/dash/events/${event.id}/scan`)
    return builds(page)
  }
  await expect.poll(start, { timeout: 20_000 }).not.toEqual(expect.arrayContaining(before))
  await expect(page.getByRole('button', { name: 'Saisir un code' })).toBeVisible()
  await gate.close()
  await site.stop()
})

/** What the browser keeps, by build. */
const builds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tukio-')))

/** The server behind a site that can bring another build of the service worker. */
async function startSite(target: string) {
  let isDeployed = false
  const site = createServer((asked, answer) => {
    const { url: path = '/', method, headers } = asked
    if (isDeployed && path === '/sw.js') return void sendNextWorker(target, answer)
    const onward = ask(`${target}${path}`, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    deploy: () => {
      isDeployed = true
    },
    stop: async () => {
      site.closeAllConnections()
      site.close()
    },
  }
}

async function sendNextWorker(target: string, answer: ServerResponse): Promise<void> {
  const script = await (await fetch(`${target}/sw.js`)).text()
  answer.setHeader('Content-Type', 'text/javascript')
  answer.end(script.replace(/version:./, '$&next-'))
}
