// Weighs what a visitor of an event page downloads, and what a phone at a gate does, in brotli bytes. Fails when it is too
// much for a prepaid phone, or when the visitor carries something of the gate.
import { readdir, readFile, stat } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'

const folder = 'dist/client'
const EVENT = '/events/$eventId'
const SCAN = '/dash/events/$eventId/scan'
const limits = {
  [EVENT]: 75_000,
  [SCAN]: 102_000,
}
/** Stands inside every page. */
const STYLES = 12_000
/** What a gate fetches in the background: the worker with the small decoder, the thorough one, signatures for older browsers. */
const FETCHED = { 'decode-worker': 26_000, zxing_reader: 360_000, ed25519: 3_000, 'background-sender': 2_000 }
/** Words that only the gate's code has; its modules are looked for when the app is built (build-facts.ts). */
const OF_GATE = ['BarcodeDetector', 'TUKIO-P1', 'tukio-scans', 'tukio-gate']

const html = await readFile(`${folder}/index.html`, 'utf8')
const ofEveryPage = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
const ofRoutes = JSON.parse(await readFile(`${folder}/route-assets.json`, 'utf8'))

function filesOf(route) {
  if (ofEveryPage.length === 0 || !ofRoutes[route]?.length)
    throw new Error(`the build names no files for ${route}`)
  return [...new Set([...ofEveryPage, ...ofRoutes[route]])]
}

async function weigh(file) {
  const { size } = await stat(`${folder}${file}.br`)
  console.log(`${String(size).padStart(8)}  ${file}`)
  return size
}

function judge(what, size, limit) {
  const verdict = size <= limit ? 'ok' : 'TOO MUCH'
  console.log(`${what}: ${size} of at most ${limit} bytes (brotli): ${verdict}`)
  if (size > limit) process.exitCode = 1
}

for (const [route, most] of Object.entries(limits)) {
  let total = 0
  for (const file of filesOf(route)) total += await weigh(file)
  judge(`js on ${route}`, total, most)
}

const styles = html.match(/<style>(.*?)<\/style>/s)?.[1]
if (!styles) throw new Error('the page of the build has no styles')
judge('css in every page', brotliCompressSync(styles).length, STYLES)

const assets = (await readdir(`${folder}/assets`)).filter((name) => /\.(js|wasm)$/.test(name))
for (const [name, limit] of Object.entries(FETCHED)) {
  const file = assets.find((asset) => asset.startsWith(`${name}-`))
  if (!file) throw new Error(`the build has no ${name}`)
  judge(`${name} on ${SCAN}`, await weigh(`/assets/${file}`), limit)
}

for (const file of filesOf(EVENT).filter((name) => name.endsWith('.js'))) {
  const code = await readFile(`${folder}${file}`, 'utf8')
  const found = OF_GATE.filter((word) => code.includes(word))
  if (found.length === 0) continue
  console.log(`${file} of ${EVENT} has code of the gate: ${found.join(', ')}`)
  process.exitCode = 1
}
