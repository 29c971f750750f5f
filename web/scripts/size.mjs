// Weighs what a visitor of an event page downloads, in brotli bytes, and fails when it is too much for a prepaid phone.
import { readFile, stat } from 'node:fs/promises'

const folder = 'dist/client'
const route = '/events/$eventId'
const limits = { js: 120_000, css: 12_000 }

const html = await readFile(`${folder}/index.html`, 'utf8')
const ofEveryPage = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
const ofRoute = JSON.parse(await readFile(`${folder}/route-assets.json`, 'utf8'))[route]
if (ofEveryPage.length === 0 || !ofRoute?.length) throw new Error(`the build names no files for ${route}`)

const totals = { js: 0, css: 0 }
for (const file of new Set([...ofEveryPage, ...ofRoute])) {
  const kind = file.split('.').pop()
  const { size } = await stat(`${folder}${file}.br`)
  totals[kind] += size
  console.log(`${String(size).padStart(8)}  ${file}`)
}

for (const [kind, limit] of Object.entries(limits)) {
  const verdict = totals[kind] <= limit ? 'ok' : 'TOO MUCH'
  console.log(`${kind}: ${totals[kind]} of at most ${limit} bytes (brotli) on ${route}: ${verdict}`)
  if (totals[kind] > limit) process.exitCode = 1
}
