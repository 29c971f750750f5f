// What a cheap phone on a thin network sees of a page, and when: its first and its largest paint, the first answer to a tap
// on each control of the first screen, and the moment from which the scripts answer.
import type { Browser, Locator, Page } from '@playwright/test'
import { milliseconds, quantile, table } from '../measure/figures.ts'

/** 400 kbit/s both ways and 400 ms for each round, and a processor six times as slow as the one here. */
const RATE = (400 * 1024) / 8
const NETWORK = { offline: false, latency: 400, downloadThroughput: RATE, uploadThroughput: RATE }
const SLOWDOWN = 6
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const RUNS = 3
const MOST = { largest: 1500, tap: 2000, takenOver: 4000 }

interface ThinPage {
  address: string
  controls: Record<string, (page: Page) => Locator>
}

interface Visit {
  first: number
  largest: number
  takenOver: number
  requests: number
  bytes: number
}

const OF_HEADER: ThinPage['controls'] = {
  theme: (page) => page.getByRole('button', { name: 'Toggle theme' }),
  menu: (page) => page.getByRole('button', { name: 'Ouvrir le menu' }),
}

const thinPages = (event: string): ThinPage[] => [
  {
    address: '/',
    controls: { ...OF_HEADER, search: (page) => page.getByRole('button', { name: 'Rechercher' }) },
  },
  {
    address: '/events',
    controls: {
      ...OF_HEADER,
      search: (page) => page.getByRole('button', { name: 'Rechercher' }),
      filters: (page) => page.getByRole('button', { name: 'Filtres' }),
    },
  },
  {
    address: event,
    controls: {
      ...OF_HEADER,
      'way to the tickets': (page) => page.getByRole('link', { name: 'Choisir un billet' }),
      'a ticket': (page) =>
        page
          .locator('label')
          .filter({ has: page.getByRole('radio', { disabled: false }) })
          .first(),
      share: (page) => page.getByRole('tab', { name: 'Partager' }),
    },
  },
]

/** Prints a table of each kind. False when a page is later than it may be. */
export async function measureThinNetwork(browser: Browser, site: string, event: string): Promise<boolean> {
  const paints = [['page', 'first paint', 'largest', 'taken over', 'requests', 'KB']]
  const taps = [['page', 'control', 'first answer']]
  let inTime = true
  for (const { address, controls } of thinPages(event)) {
    const visits = await repeated(() => timeVisit(browser, site + address))
    const median = (name: keyof Visit) =>
      quantile(
        visits.map((visit) => visit[name]),
        0.5,
      )
    const [first, largest, takenOver] = [median('first'), median('largest'), median('takenOver')]
    const size = [String(median('requests')), String(Math.round(median('bytes') / 1024))]
    paints.push([
      kindOf(address),
      milliseconds(first),
      milliseconds(largest),
      milliseconds(takenOver),
      ...size,
    ])
    inTime &&= largest <= MOST.largest && takenOver <= MOST.takenOver
    for (const [name, find] of Object.entries(controls)) {
      const tap = quantile(await repeated(() => timeTap(browser, site + address, find)), 0.5)
      taps.push([kindOf(address), name, milliseconds(tap)])
      inTime &&= tap <= MOST.tap
    }
  }
  process.stdout.write(`400 kbit/s, 400 ms, a processor ${SLOWDOWN} times slower; medians of ${RUNS}\n`)
  process.stdout.write(`${table(paints)}\n\n${table(taps)}\n`)
  return inTime
}

/** The id of an event says nothing to who reads the table. */
const kindOf = (address: string) => address.replace(/\d+$/, '{id}')

async function repeated<Value>(measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let run = 0; run < RUNS; run++) values.push(await measure())
  return values
}

async function onThinNetwork<Value>(browser: Browser, use: (page: Page) => Promise<Value>): Promise<Value> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const value = await use(page)
  await context.close()
  return value
}

/** Looks at the page and touches nothing. */
function timeVisit(browser: Browser, url: string): Promise<Visit> {
  return onThinNetwork(browser, async (page) => {
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
    await page.waitForFunction(() => document.getElementById('root')?.dataset.takenOver !== undefined, null, {
      timeout: 60_000,
    })
    const takenOver = await page.evaluate(() => performance.now())
    await page.waitForLoadState('load')
    const seen = await page.evaluate(
      () =>
        new Promise<Omit<Visit, 'takenOver'>>((resolve) => {
          new PerformanceObserver((list) => {
            const files = [
              ...performance.getEntriesByType('navigation'),
              ...performance.getEntriesByType('resource'),
            ]
            resolve({
              first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
              largest: list.getEntries().at(-1)?.startTime ?? Number.NaN,
              requests: files.length,
              bytes: files.reduce((sum, file) => sum + (file as PerformanceResourceTiming).transferSize, 0),
            })
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
    return { ...seen, takenOver }
  })
}

/** From the press of the link that leads to the page until a tap on the control changes something. */
function timeTap(browser: Browser, url: string, find: (page: Page) => Locator): Promise<number> {
  return onThinNetwork(browser, async (page) => {
    const start = Date.now()
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
    const control = find(page)
    await control.waitFor()
    const before = await page.evaluate(whatTapsChange)
    for (;;) {
      await control.tap({ timeout: 2000, noWaitAfter: true }).catch(() => undefined)
      const after = await page.evaluate(whatTapsChange).catch(() => 'another page')
      if (after !== before) return Date.now() - start
    }
  })
}

/** The address and the place on the page, the theme, what is open, chosen or selected. */
const whatTapsChange = () =>
  [
    location.href,
    Math.round(scrollY),
    document.documentElement.className,
    document.querySelectorAll(':popover-open, dialog[open], details[open]').length,
    document.querySelectorAll(':checked').length,
    document.querySelector('[role=tab][aria-selected=true]')?.textContent,
  ].join()
