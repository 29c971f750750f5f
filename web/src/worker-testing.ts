// For tests of the service worker: the browser around it, with caches, a network that tests decide about, and pages.
import { vi } from 'vitest'

export const SITE = 'https://tukio.example'
export const FILES = ['/assets/index-1.js', '/assets/style-1.css']
export const DOOR_FILES = ['/assets/scan-1.js', '/assets/decode-worker-1.js']

export const worker = {
  /** Caches by name, each with what lies in it by path. */
  kept: new Map<string, Map<string, Response>>(),
  network: (path: string): Response | Promise<Response> => new Response(path),
  /** Paths that the browser's own cache has. */
  fetched: new Map<string, () => Response>(),
  /** Locks that pages hold. */
  held: [] as string[],
  skipped: false,
  /** The style sheet that the browser says it knows. */
  stylesKnown: 'true',
  /** What the page that reads was told. */
  told: [] as unknown[],
  /** What a request leaves to be done after its answer. */
  later: [] as Promise<unknown>[],
}
let handlers: Record<string, (event: unknown) => void>

const pathOf = (asked: Request | string) => {
  const { pathname, search } = new URL(typeof asked === 'string' ? asked : asked.url, SITE)
  return pathname + search
}

export const html = (text: string, status = 200) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'self'" },
  })

export const down = () => Promise.reject(new TypeError('Failed to fetch'))

export function cacheNamed(name: string) {
  const cache = worker.kept.get(name) ?? new Map<string, Response>()
  worker.kept.set(name, cache)
  return {
    addAll: async (paths: string[]) => {
      const answers = await Promise.all(paths.map(worker.network))
      for (const [at, path] of paths.entries()) cache.set(path, answers[at] as Response)
    },
    put: async (asked: Request | string, response: Response) => void cache.set(pathOf(asked), response),
    delete: async (asked: Request | string) => cache.delete(pathOf(asked)),
    match: async (asked: Request | string) => cache.get(pathOf(asked))?.clone(),
    keys: async () => [...cache.keys()].map((path) => ({ url: SITE + path })),
  }
}

async function fetchFile(asked: Request | string, { cache }: RequestInit = {}): Promise<Response> {
  const path = pathOf(asked)
  if (cache !== 'only-if-cached') return worker.network(path)
  return worker.fetched.get(path)?.() ?? down()
}

const preload = {
  enable: async () => undefined,
  getState: async () => ({ enabled: true, headerValue: worker.stylesKnown }),
  setHeaderValue: async (value: string) => {
    worker.stylesKnown = value
  },
}

export async function startWorker(network: (path: string) => Response | Promise<Response>): Promise<void> {
  Object.assign(worker, { kept: new Map(), network, fetched: new Map(), held: [], skipped: false })
  Object.assign(worker, { told: [], later: [], stylesKnown: 'true' })
  handlers = {}
  vi.resetModules()
  vi.stubGlobal('fetch', fetchFile)
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheNamed(name),
    keys: async () => [...worker.kept.keys()],
    delete: async (name: string) => worker.kept.delete(name),
  })
  vi.stubGlobal('self', {
    BUILD: { version: 'b2', files: FILES, doorFiles: DOOR_FILES },
    location: { origin: SITE },
    registration: { navigationPreload: preload },
    clients: { get: async () => ({ postMessage: (message: unknown) => worker.told.push(message) }) },
    navigator: { locks: { query: async () => ({ held: worker.held.map((name) => ({ name })) }) } },
    skipWaiting: async () => {
      worker.skipped = true
    },
    addEventListener: (type: string, handler: (event: unknown) => void) => {
      handlers[type] = handler
    },
  })
  await import('./entry-worker')
}

export function happens(type: 'install' | 'activate' | 'message', data?: unknown): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve()
  handlers[type]?.({ data, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  return work
}

/** What the worker answers, or null when it leaves the request to the browser. */
export function ask(
  path: string,
  { mode = 'navigate', method = 'GET', destination = '' } = {},
): Promise<Response> | null {
  let answer: Promise<Response> | null = null
  handlers.fetch?.({
    request: { url: new URL(path, SITE).href, mode, method, destination },
    preloadResponse: Promise.resolve(undefined),
    resultingClientId: 'reader',
    waitUntil: (promise: Promise<unknown>) => worker.later.push(promise),
    respondWith: (response: Promise<Response>) => {
      answer = response
    },
  })
  return answer
}

/** The text of what is answered, once all that comes after the answer is done. */
export async function read(path: string): Promise<string> {
  const answer = await ask(path)
  await Promise.all(worker.later.splice(0))
  return (await answer?.text()) ?? ''
}
