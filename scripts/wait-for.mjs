#!/usr/bin/env node
// wait-for.mjs URL SECONDS: ends as soon as the address answers 200, or with 1 when the time is over.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export async function waitFor(url, seconds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100)) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return true
  }
  return false
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url, seconds] = process.argv.slice(2)
  process.exit((await waitFor(url, Number(seconds))) ? 0 : 1)
}
