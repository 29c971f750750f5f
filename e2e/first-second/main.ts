// The first second of the public pages: on a thin network, and by Lighthouse on its slow phone. Starts a server of its own
// with demo data. Fails when a page is later or heavier than it may be. `npm run first-second -- thin` measures the one,
// `-- lighthouse` the other, and `-- http2` only what HTTP/2 brings behind nginx, which has to be there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { launchOptions } from '../support/chromium.ts'
import { startServer } from '../support/server.ts'
import { compareProtocols } from './http2.ts'
import { measureThinNetwork } from './thin.ts'

const LIGHTHOUSE = fileURLToPath(new URL('../../lighthouse/run.mjs', import.meta.url))

async function paidEvent(site: string): Promise<string> {
  const answer = await fetch(`${site}/api/events/?limit=1&is_free=false`)
  const { results } = (await answer.json()) as { results: { id: number }[] }
  return `/events/${results[0]?.id}`
}

async function thin(site: string): Promise<boolean> {
  const browser = await chromium.launch(launchOptions)
  const inTime = await measureThinNetwork(browser, site, await paidEvent(site))
  await browser.close()
  return inTime
}

async function http2(site: string): Promise<boolean> {
  const browser = await chromium.launch(launchOptions)
  await compareProtocols(browser, site, ['/', '/events', await paidEvent(site)])
  await browser.close()
  return true
}

/** A process of its own, because its packages are not those of the journeys. */
async function lighthouse(site: string): Promise<boolean> {
  const [code] = await once(spawn('node', [LIGHTHOUSE, site], { stdio: 'inherit' }), 'exit')
  return code === 0
}

const wanted = process.argv[2]
const server = await startServer('')
const results: boolean[] = []
if (wanted === 'http2') results.push(await http2(server.url))
if (wanted === 'thin' || !wanted) results.push(await thin(server.url))
if (wanted === 'lighthouse' || !wanted) results.push(await lighthouse(server.url))
await server.stop()
if (results.includes(false)) process.exitCode = 1
