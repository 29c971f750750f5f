// Lighthouse's marks of every public page, on its slow phone: `npm run first-second`, or with the address of a server that
// has demo data. Each page is opened three times and judged by the medians. Fails when a page falls short of what we promise.
// Its many packages stay out of the journeys'.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { undisturbed } from '../build/first-second/undisturbed.js'
import { launchOptions } from '../build/support/chromium.js'
import { bytesByKind, KINDS, median, OTHERS, whyShort } from './figures.mjs'

const PORT = 9333
const RUNS = 3

async function publicPages(site) {
  const first = async (list) => (await (await fetch(`${site}/api/${list}`)).json()).results[0]?.id
  const [paid, free] = [
    await first('events/?limit=1&is_free=false'),
    await first('events/?limit=1&is_free=true'),
  ]
  const person = await first('users/?limit=1&activity=DJ')
  return [
    { name: '/', address: '/' },
    { name: '/events', address: '/events' },
    { name: '/events/{paid}', address: `/events/${paid}` },
    { name: '/events/{free}', address: `/events/${free}` },
    { name: '/calendar', address: '/calendar' },
    { name: '/card', address: '/card' },
    { name: '/users', address: '/users' },
    { name: '/users/{id}', address: `/users/${person}` },
    { name: '/about', address: '/about' },
    { name: '/contact', address: '/contact' },
    // Nobody looks for them in a search engine.
    { name: '/login', address: '/login', unlisted: true },
    { name: '/register', address: '/register', unlisted: true },
    { name: '/forgotten-password', address: '/forgotten-password', unlisted: true },
  ]
}

async function open(url) {
  const run = await lighthouse(url, { port: PORT, output: 'json', logLevel: 'error' })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'no report')
  return run.lhr
}

/** The medians of some visits. Bytes and requests are the last one's: they don't vary. */
async function measure(site, { name, address, unlisted }) {
  const reports = []
  for (let run = 0; run < RUNS; run++) reports.push(await undisturbed(() => open(site + address)))
  const figure = (id) =>
    median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.POSITIVE_INFINITY))
  const mark = (id) => Math.round(median(reports.map(({ categories }) => categories[id]?.score ?? 0)) * 100)
  const last = reports.at(-1)
  const others = OTHERS.filter((id) => !(unlisted && id === 'seo'))
  return {
    name,
    first: figure('first-contentful-paint'),
    largest: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    performance: mark('performance'),
    others: Object.fromEntries(others.map((id) => [id, mark(id)])),
    files: bytesByKind(last.audits['network-requests'].details.items),
    // What costs a page its marks in the categories that must be whole.
    faults: others.flatMap((id) =>
      last.categories[id].auditRefs
        .filter(({ id: audit, weight }) => weight > 0 && (last.audits[audit].score ?? 1) < 0.9)
        .map(({ id: audit }) => last.audits[audit].title),
    ),
  }
}

const HEAD = [
  'page',
  'performance',
  'others',
  'first paint',
  'largest',
  'blocked',
  'shift',
  'requests',
  ...KINDS,
]

function row({ name, first, largest, blocked, shift, performance, others, files }) {
  const ms = (time) => `${Math.round(time)} ms`
  const sizes = KINDS.map((kind) => {
    const { requests, bytes } = files[kind]
    return requests === 0 ? '–' : `${(bytes / 1024).toFixed(1)} KB in ${requests}`
  })
  const requests = KINDS.reduce((sum, kind) => sum + files[kind].requests, 0)
  const times = [ms(first), ms(largest), ms(blocked), shift.toFixed(3)]
  return [name, performance, Object.values(others).join(' '), ...times, requests, ...sizes]
}

const print = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

const site = process.argv[2]?.replace(/\/$/, '')
if (!site) {
  process.stderr.write('node run.mjs <address>\n')
  process.exit(1)
}
const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${PORT}`]
const browser = await chromium.launch({ ...launchOptions, args })
print(HEAD)
print(HEAD.map(() => '---'))
const short = []
for (const page of await publicPages(site)) {
  const figures = await measure(site, page)
  print(row(figures))
  short.push(...whyShort(figures))
}
await browser.close()
for (const reason of short) process.stdout.write(`${reason}\n`)
if (short.length > 0) process.exitCode = 1
