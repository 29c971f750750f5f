// The service worker: "Mes billets" and the scan screen open in airplane mode, and any other page says plainly that there
// is no network. It keeps files of the build and nothing of anybody's: tickets and rosters lie in the browser's database,
// which is wiped when their owner leaves.
/// <reference lib="webworker" />
import { OPEN_GATE } from './lib/offline-app'
import { offlinePage } from './lib/offline-page'

declare const self: ServiceWorkerGlobalScope & {
  /** Written in front of this file by the build: files[0] is the script of every page. */
  BUILD: { version: string; files: [string, ...string[]]; doorFiles: string[] }
}

const { version, files, doorFiles } = self.BUILD
const CACHE = `tukio-${version}`
const SHELL = '/dash/tickets'
/** Of whatever event: the application finds out which (features/door/gate/last-gate.ts). */
const GATE = '/dash/events/last/scan'
const SCAN_SCREEN = /^\/dash\/events\/(\d+|last)\/scan\/?$/
/** Longer nobody stands at a gate before an empty screen. */
const NETWORK_TIMEOUT = 5000

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  if (event.data === 'keep-door') event.waitUntil(keepDoor())
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') event.respondWith(pageAt(pathname, event))
  else if (files.includes(pathname) || doorFiles.includes(pathname)) event.respondWith(file(event.request))
})

/**
 * A gate keeps the build that it was opened with: while a scan screen is open, this one waits until the next start. A phone
 * that was a gate before keeps the new scan screen whole, or stays with the old build.
 */
async function install(): Promise<void> {
  const isGate = await wasGate()
  await fill()
  if (isGate) await keepDoor()
  if (!(await isGateOpen())) await self.skipWaiting()
}

/** Not by the addresses of open pages: those are where a page began, and most gates are reached by a link. */
async function isGateOpen(): Promise<boolean> {
  const { held = [] } = await self.navigator.locks.query()
  return held.some(({ name }) => name === OPEN_GATE)
}

/** All of them or none: `addAll` stores nothing when one is missing. */
async function keepDoor(): Promise<void> {
  if (await keepsDoor()) return
  await keepShell(GATE)
  await (await caches.open(CACHE)).addAll(doorFiles)
}

async function keepsDoor(): Promise<boolean> {
  const [first] = doorFiles
  return first !== undefined && (await kept(first)) !== undefined
}

async function wasGate(): Promise<boolean> {
  for (const name of (await caches.keys()).filter((name) => name.startsWith('tukio-'))) {
    const kept = await (await caches.open(name)).keys()
    if (kept.some(({ url }) => url.includes('/assets/decode-worker-'))) return true
  }
  return false
}

async function fill(): Promise<void> {
  await (await caches.open(CACHE)).addAll(files)
  await keepShell(SHELL)
}

async function keepShell(address: string): Promise<void> {
  const shell = await fetch(address, { cache: 'no-store' })
  const html = await shell.text()
  // The server may have moved on to the next build meanwhile: its own worker will fit.
  if (!shell.ok || !html.includes(files[0])) throw new Error('the page is not of this build')
  // Without the moment it was made at: days are to be told from the day it is opened.
  const timeless = html.replace(/<script type="application\/json" id="page-data">.*?<\/script>/s, '')
  const cache = await caches.open(CACHE)
  await cache.put(address, new Response(timeless, { headers: shell.headers }))
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('tukio-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The page is asked for while the worker is still waking up.
  await self.registration.navigationPreload?.enable()
}

/** A gate that was kept opens at once and as a whole, whatever the network and the server's newest build are like. */
async function pageAt(pathname: string, event: FetchEvent): Promise<Response> {
  const shell = SCAN_SCREEN.test(pathname) && (await keepsDoor()) ? await kept(GATE) : undefined
  if (!shell) return /^\/dash(\/|$)/.test(pathname) ? ownPage(event) : page(pathname, event)
  // The browser has asked for it meanwhile.
  event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined))
  return shell
}

/** Always the server's newest page; the kept one when it doesn't answer, can't, or takes too long. */
async function ownPage(event: FetchEvent): Promise<Response> {
  const asked = fromNetwork(event)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT))
  const answer = await Promise.race([asked, late])
  if (answer && answer.status < 500) return answer
  return (await kept(SHELL)) ?? (await asked) ?? offlinePage()
}

/** The installed application begins at "/": without network, a phone that is a gate goes straight to it. */
async function page(pathname: string, event: FetchEvent): Promise<Response> {
  const answer = await fromNetwork(event)
  if (answer) return answer
  return pathname === '/' && (await keepsDoor()) ? Response.redirect(GATE) : offlinePage()
}

/** Their names change with what is in them. */
async function file(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request)
}

async function fromNetwork(event: FetchEvent): Promise<Response | undefined> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return undefined
  }
}

async function kept(asked: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(asked)
}
