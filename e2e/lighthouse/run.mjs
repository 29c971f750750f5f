// Lighthouse's marks for the pages most people open first, on its slow phone: npm run lighthouse -- <address of a
// server with demo data>. Fails when a page falls short of what we promise. Its many packages stay out of the journeys'.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { launchOptions } from '../build/support/chromium.js'

const PORT = 9333
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const MOST_SHIFT = 0.02

async function eventAddress(site) {
  const answer = await fetch(`${site}/api/events/?limit=1&is_free=false`)
  const { results } = await answer.json()
  return `/events/${results[0]?.id}`
}

/** True when the page keeps every promise. */
async function judge(site, address) {
  const run = await lighthouse(`${site}${address}`, {
    port: PORT,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(LEAST),
  })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'no report')
  const { categories, audits } = run.lhr
  const marks = Object.keys(LEAST).map((name) => ({
    name,
    mark: Math.round((categories[name]?.score ?? 0) * 100),
  }))
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY
  const words = marks.map(({ name, mark }) => `${name} ${mark}`)
  process.stdout.write(`${address}: ${words.join(', ')}, layout shift ${shift.toFixed(3)}\n`)

  const short = marks.filter(({ name, mark }) => mark < LEAST[name])
  for (const { name } of short) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id]
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9) {
        process.stdout.write(`  ${name}: ${audit?.title} ${audit?.displayValue ?? ''}\n`)
      }
    }
  }
  return short.length === 0 && shift <= MOST_SHIFT
}

const site = process.argv[2]?.replace(/\/$/, '')
if (!site) {
  process.stderr.write('npm run lighthouse -- <address>\n')
  process.exit(1)
}
const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${PORT}`]
const browser = await chromium.launch({ ...launchOptions, args })
for (const address of ['/', '/events', await eventAddress(site)]) {
  if (!(await judge(site, address))) process.exitCode = 1
}
await browser.close()
