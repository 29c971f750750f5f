// What a cheap phone on a thin network sees of a page, and when: its first and its largest paint, the first answer to a tap
// on each control of the first screen, and the moment from which the scripts answer.
import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { milliseconds, quantile, table } from '../measure/figures.ts'
import type { Notes } from './notes.ts'
import { onScreenWithoutScripts, onSlowPhone, PHONE, SLOWDOWN, THIN } from './slow-phone.ts'
import { undisturbed } from './undisturbed.ts'

export const RUNS = 3
const BETWEEN_TAPS_MS = 100
const PATIENCE_MS = 30_000
const MOST = { largest: 1500, tap: 2000, takenOver: 4000 }

interface ThinPage {
  address: string
  controls: Record<string, (page: Page) => Locator>
}

export interface Visit {
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
    },
  },
]

/** Prints a table of each kind. False when a page is later than it may be. */
export async function measureThinNetwork(browser: Browser, site: string, event: string): Promise<boolean> {
  const paints = [['page', 'first paint', 'largest', 'taken over', 'requests', 'KB']]
  const taps = [['page', 'control', 'first answer']]
  let inTime = true
  for (const { address, controls } of thinPages(event)) {
    const median = mediansOf(await repeated(() => timeVisit(browser, site + address, THIN)))
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
      const place = await onScreenWithoutScripts(browser, site + address, (page) => middleOf(find(page)))
      const tap = quantile(await repeated(() => timeTap(browser, site + address, place)), 0.5)
      taps.push([kindOf(address), name, milliseconds(tap)])
      inTime &&= tap <= MOST.tap
    }
  }
  process.stdout.write(`400 kbit/s, 400 ms, a processor ${SLOWDOWN} times slower; medians of ${RUNS}\n`)
  process.stdout.write(`${table(paints)}\n\n${table(taps)}\n`)
  return inTime
}

export const mediansOf = (visits: readonly Visit[]) => (figure: keyof Visit) =>
  quantile(
    visits.map((visit) => visit[figure]),
    0.5,
  )

/** The id of an event says nothing to who reads the table. */
export const kindOf = (address: string) => address.replace(/\d+$/, '{id}')

export async function repeated<Value>(measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let run = 0; run < RUNS; run++) values.push(await undisturbed(measure))
  return values
}

/** Looks at the page and touches nothing. */
export function timeVisit(browser: Browser, url: string, network?: typeof THIN): Promise<Visit> {
  return onSlowPhone(browser, network, async (page) => {
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
    await page.locator('#root[data-taken-over]').waitFor({ state: 'attached', timeout: 60_000 })
    await page.waitForLoadState('load')
    return page.evaluate(() => {
      const files = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ]
      const since = (moment: number | undefined) => (moment ?? Number.NaN) - performance.timeOrigin
      return {
        first: since(notes.first),
        largest: since(notes.largest),
        takenOver: since(notes.takenOver),
        requests: files.length,
        bytes: files.reduce((sum, file) => sum + (file as PerformanceResourceTiming).transferSize, 0),
      }
    })
  })
}

type Place = { x: number; y: number }

async function middleOf(control: Locator): Promise<Place> {
  const box = await control.boundingBox()
  if (!box || box.y + box.height > PHONE.viewport.height)
    throw new Error(`not on the first screen: ${control}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/**
 * From the press of the link that leads to the page until something answers a finger that taps at one place from the first
 * paint on. That another page is asked for is an answer, too: the browser shows it.
 */
function timeTap(browser: Browser, url: string, place: Place): Promise<number> {
  return onSlowPhone(browser, THIN, async (page, devtools) => {
    let asked: number | undefined
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url() !== url) asked ??= Date.now()
    })
    const start = Date.now()
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
    while (Date.now() - start < PATIENCE_MS) {
      const { first, answered } = await page.evaluate(() => notes).catch(() => ({}) as Notes)
      if (answered ?? asked) return (answered ?? asked ?? start) - start
      if (first) await tap(devtools, place)
      await page.waitForTimeout(BETWEEN_TAPS_MS)
    }
    return Number.POSITIVE_INFINITY
  })
}

async function tap(devtools: CDPSession, place: Place): Promise<void> {
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
