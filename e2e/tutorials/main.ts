// The films of the FAQ: npm run tutorials [<name>]. A server of its own with demo data, a phone, a finger, and the script of
// each film beside this file. Writes web/src/features/site/about/films.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '../support/chromium.ts'
import { startServer } from '../support/server.ts'
import { buyTickets } from './buy-tickets.ts'
import { Camera, PHONE } from './camera.ts'
import { createEvent } from './create-event.ts'
import { encode, type Film, SCALE } from './encode.ts'
import { Hand } from './hand.ts'
import { payments } from './payments.ts'

export interface Stage {
  camera: Camera
  hand: Hand
  site: string
}

const SCRIPTS: Record<string, (stage: Stage) => Promise<void>> = {
  'create-event': createEvent,
  'buy-tickets': buyTickets,
  payments,
}
const FOLDER = join(process.cwd(), '../web/src/features/site/about/films')
const FACTS = join(FOLDER, 'films.json')

async function record(browser: Browser, site: string, name: string): Promise<Film> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: PHONE,
    deviceScaleFactor: SCALE,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'light',
    // What moves by itself would be cut into pieces.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'fr-FR',
    timezoneId: 'Africa/Lubumbashi',
  })
  const camera = new Camera(await context.newPage())
  // The display face comes late on a first visit, and the film is not about that.
  await camera.page.goto('/')
  await camera.page.evaluate(() => document.fonts.ready)
  await SCRIPTS[name]?.({ camera, hand: new Hand(camera), site })
  const film = await encode(camera, join(FOLDER, name))
  await context.close()
  return film
}

const [wanted = ''] = process.argv.slice(2)
await mkdir(FOLDER, { recursive: true })
const facts = JSON.parse(await readFile(FACTS, 'utf8').catch(() => '{}')) as Record<string, Film>
const server = await startServer('', { TUKIO_RATE_USD_CDF: '2800' })
const browser = await chromium.launch({
  ...launchOptions,
  args: [...(launchOptions.args ?? []), '--lang=fr-FR'],
})
for (const name of Object.keys(SCRIPTS).filter((one) => one.startsWith(wanted))) {
  const film = await record(browser, server.url, name)
  facts[name] = film
  process.stdout.write(`${name}: ${film.seconds} s, ${film.bytes} bytes\n`)
}
await writeFile(FACTS, `${JSON.stringify(facts, null, 2)}\n`)
await browser.close()
await server.stop()
