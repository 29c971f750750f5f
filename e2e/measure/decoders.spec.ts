// From the first picture of a ticket to its text, on a slow phone, by each decoder in the product's own way: how long it
// takes, and what share is read within a second. Pictures and tickets are the same in every run.
import { type Browser, expect, type Page, type Request, test } from '@playwright/test'
import { milliseconds, percent, quantile, shareInTime, table } from './figures.ts'
import { openMeasurements } from './page.ts'
import { slowedDown } from './slowdown.ts'

/** Tickets for each condition, each held otherwise. */
const TAKES = Number(process.env.TAKES ?? 12)
const SLOWDOWN = 4

/** The share that the decoder which phones without their own end up with must read in time, mild pictures and others. */
const MILD = 0.9
const HARD = 0.7

const NAMES = { native: 'native', small: 'small', thorough: 'WebAssembly' } as const
type Decoder = keyof typeof NAMES

test('each decoder reads tickets in time', async ({ page, browser }) => {
  await openMeasurements(page)
  const decoders = await openDecoders(page)
  const slowness = await measureSlowness(page, browser)
  await warmUp(page, decoders)
  const conditions = await page.evaluate(() => measurements.conditions)
  const rows: string[][] = []
  for (const [index, { kind, label }] of conditions.entries()) {
    const times = await measureCondition(page, browser, index, decoders)
    for (const decoder of decoders) rows.push([kind, label, NAMES[decoder], ...figures(times[decoder])])
    const isMildest = conditions.findIndex((other) => other.kind === kind) === index
    const floor = isMildest ? MILD : HARD
    expect.soft(shareInTime(times.thorough), `${kind}, ${label}`).toBeGreaterThanOrEqual(floor)
  }
  if (!decoders.includes('native')) rows.push(['all', '', NAMES.native, 'this browser has none', '', ''])
  console.log(`${TAKES} tickets for each condition, 720 × 1280 pixels; ${slowness}`)
  console.log(table([['pictures', '', 'decoder', 'median', '90 %', 'within 1 s'], ...rows]))
})

/** The small decoder stays alone where the other's file never comes, so that one is opened last. */
async function openDecoders(page: Page): Promise<Decoder[]> {
  const hasNative = await page.evaluate(() => measurements.hasNativeDetector)
  if (hasNative) {
    await page.evaluate(() => measurements.openScanner('native'))
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
  }
  const isWasm = (request: Request) => request.url().endsWith('.wasm')
  const fetched = page.waitForEvent('requestfinished', isWasm)
  await page.evaluate(() => measurements.openScanner('thorough'))
  await fetched
  page.on('requestfinished', (request) => expect.soft(isWasm(request), 'the small one is alone').toBe(false))
  await page.route('**/*.wasm', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', isWasm)
  await page.evaluate(() => measurements.openScanner('small'))
  await refused
  return [...(hasNative ? (['native'] as const) : []), 'small', 'thorough']
}

/** The same work at both speeds, so that readers see what "slow" was, and whether the machine was busy. */
async function measureSlowness(page: Page, browser: Browser): Promise<string> {
  const work = () => page.evaluate(() => measurements.timeWork())
  await work()
  const [fast, slow] = [await work(), await slowedDown(browser, SLOWDOWN, work)]
  const change = (thread: 'page' | 'worker') =>
    `${milliseconds(fast[thread])} became ${milliseconds(slow[thread])}`
  return `work of the page that took ${change('page')}, of a worker ${change('worker')}`
}

/** Code that runs for the first time is compiled first. */
async function warmUp(page: Page, decoders: readonly Decoder[]): Promise<void> {
  await page.evaluate((number) => measurements.prepareTake(0, number), TAKES)
  for (const decoder of decoders) await page.evaluate((name) => measurements.showTake(name), decoder)
}

async function measureCondition(page: Page, browser: Browser, index: number, decoders: readonly Decoder[]) {
  const times: Record<Decoder, (number | null)[]> = { native: [], small: [], thorough: [] }
  for (let number = 0; number < TAKES; number++) {
    await page.evaluate(([index, number]) => measurements.prepareTake(index, number), [
      index,
      number,
    ] as const)
    for (const decoder of decoders) {
      const show = () => page.evaluate((name) => measurements.showTake(name), decoder)
      times[decoder].push(await slowedDown(browser, SLOWDOWN, show))
    }
  }
  return times
}

function figures(times: readonly (number | null)[]): string[] {
  return [milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 0.9)), percent(shareInTime(times))]
}
