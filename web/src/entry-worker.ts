// The service worker: "Mes billets", the scan screen and the last public pages open in airplane mode, and any other page
// says plainly that there is no network. It keeps files of the build and what everybody may read: tickets and rosters lie
// in the browser's database, which is wiped when their owner leaves. For a visitor it fetches nothing.
/// <reference lib="webworker" />
import { keptName, PICTURES, SCRIPTS, type SeenPage } from './lib/kept-pages/names'
import { keepAnswer, keepSeen, listPages, openFile, openPage } from './lib/kept-pages/store'
import { withStyles } from './lib/kept-pages/styles'
import { OPEN_GATE } from './lib/offline-app'
import { offlinePage } from './lib/offline-page'

declare const self: ServiceWorkerGlobalScope & {
  /** Written in front of this file by the build: files[0] is the script of every page. */
  BUILD: { version: string; files: [string, ...string[]]; doorFiles: string[] }
}

const { version, files, doorFiles } = self.BUILD
const CACHE = `tukio-${version}`
/** The page is asked for while the worker is still waking up. */
const preload: NavigationPreloadManager | undefined = self.registration.navigationPreload
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
  if (event.data === 'keep-app') event.waitUntil(keepApp())
  else if (event.data === 'keep-door') event.waitUntil(keepDoor())
  else if (event.data?.seen) event.waitUntil(keepSeen(event.data.seen as SeenPage, files[0], preload))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url, destination } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') event.respondWith(pageAt(pathname, event))
  else if (files.includes(pathname) || doorFiles.includes(pathname)) event.respondWith(file(event.request))
  else if (/^\/assets\/.*\.js$/.test(pathname)) event.respondWith(openFile(SCRIPTS, event.request))
  else if (/^\/(pictures|media)\//.test(pathname) && destination === 'image')
    event.respondWith(openFile(PICTURES, event.request))
})

/**
 * A gate keeps the build that it was opened with: while a scan screen is open, this one waits until the next start. A phone
 * that was a gate before keeps the new scan screen whole, or stays with the old build.
 */
async function install(): Promise<void> {
  const [hasApp, isGate] = [await held(SHELL), await held('/assets/decode-worker-')]
  if (hasApp || isGate) await keepApp()
  if (isGate) await keepDoor()
  if (!(await isGateOpen())) await self.skipWaiting()
}

/** Not by the addresses of open pages: those are where a page began, and most gates are reached by a link. */
async function isGateOpen(): Promise<boolean> {
  const locks = await self.navigator.locks.query()
  return locks.held?.some(({ name }) => name === OPEN_GATE) ?? false
}

/** All of them or none: `addAll` stores nothing when one is missing. */
async function keepDoor(): Promise<void> {
  await keepApp()
  if (await keepsDoor()) return
  await keepShell(GATE)
  await (await caches.open(CACHE)).addAll(doorFiles)
}

async function keepsDoor(): Promise<boolean> {
  const [first] = doorFiles
  return first !== undefined && (await kept(first)) !== undefined
}

/** Whether any build kept something at an address like this: then the person uses it. */
async function held(address: string): Promise<boolean> {
  for (const name of (await caches.keys()).filter((name) => name.startsWith('tukio-'))) {
    const kept = await (await caches.open(name)).keys()
    if (kept.some(({ url }) => url.includes(address))) return true
  }
  return false
}

/** "Mes billets", once somebody has tickets to look at here. */
async function keepApp(): Promise<void> {
  if (await kept(SHELL)) return
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
  await preload?.enable()
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
  const answer = await inTime(asked)
  if (answer && answer.status < 500) return answer
  return (await kept(SHELL)) ?? (await asked) ?? (await sayOffline())
}

/** The installed application begins at "/": without network, a phone that is a gate goes straight to it. */
async function page(pathname: string, event: FetchEvent): Promise<Response> {
  const name = keptName(new URL(event.request.url))
  const asked = fromNetwork(event)
  const copy = name === null ? undefined : await openPage(name)
  const answer = await (copy ? inTime(asked) : asked)
  if (answer && (answer.status < 500 || !copy)) {
    if (name !== null) event.waitUntil(keep(name, answer.clone()))
    return answer
  }
  if (pathname === '/' && (await keepsDoor())) return Response.redirect(GATE)
  if (copy) event.waitUntil(keepLate(name as string, asked, event.resultingClientId))
  return copy ?? sayOffline()
}

/** The page that came after all: it is told to who reads the kept one meanwhile. */
async function keepLate(name: string, asked: Promise<Response | undefined>, reader: string): Promise<void> {
  const answer = await asked
  if (answer?.status !== 200) return
  await keep(name, answer)
  const client = await self.clients.get(reader)
  client?.postMessage('newer-page')
}

const keep = (name: string, answer: Response) => keepAnswer(name, answer, preload)

async function sayOffline(): Promise<Response> {
  return offlinePage({ pages: await listPages(), tickets: (await kept(SHELL)) !== undefined })
}

function inTime(asked: Promise<Response | undefined>): Promise<Response | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT))
  return Promise.race([asked, late])
}

/** Their names change with what is in them. */
async function file(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request)
}

async function fromNetwork(event: FetchEvent): Promise<Response | undefined> {
  try {
    return withStyles((await event.preloadResponse) ?? (await fetch(event.request)))
  } catch {
    return undefined
  }
}

async function kept(asked: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(asked)
}
