import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPEN_GATE } from './lib/offline-app'

const SITE = 'https://tukio.example'
const FILES = ['/assets/index-1.js', '/assets/style-1.css']
const DOOR_FILES = ['/assets/scan-1.js', '/assets/decode-worker-1.js']
const PAGE_DATA = '<script type="application/json" id="page-data">{"now":1}</script>'
const SHELL = `<div id="root"></div>${PAGE_DATA}<script src="/assets/index-1.js"></script>`

/** Caches by name, each with what lies in it by path. */
let kept: Map<string, Map<string, Response>>
let network: (path: string) => Response | Promise<Response>
/** Locks that pages hold. */
let held: string[]
let skipped: boolean
let handlers: Record<string, (event: unknown) => void>

const pathOf = (asked: Request | string) =>
  new URL(typeof asked === 'string' ? asked : asked.url, SITE).pathname
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Security-Policy': "default-src 'self'" } })

function cacheNamed(name: string) {
  const cache = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, cache)
  return {
    addAll: async (paths: string[]) => {
      const answers = await Promise.all(paths.map(network))
      for (const [at, path] of paths.entries()) cache.set(path, answers[at] as Response)
    },
    put: async (path: string, response: Response) => void cache.set(path, response),
    match: async (asked: Request | string) => cache.get(pathOf(asked))?.clone(),
    keys: async () => [...cache.keys()].map((path) => ({ url: SITE + path })),
  }
}

beforeEach(async () => {
  kept = new Map()
  held = []
  skipped = false
  handlers = {}
  network = (path) => (path.startsWith('/dash/') ? html(SHELL) : new Response(path))
  vi.resetModules()
  vi.stubGlobal('fetch', async (asked: Request | string) => network(pathOf(asked)))
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheNamed(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  })
  vi.stubGlobal('self', {
    BUILD: { version: 'b2', files: FILES, doorFiles: DOOR_FILES },
    location: { origin: SITE },
    registration: { navigationPreload: { enable: async () => undefined } },
    navigator: { locks: { query: async () => ({ held: held.map((name) => ({ name })) }) } },
    skipWaiting: async () => {
      skipped = true
    },
    addEventListener: (type: string, handler: (event: unknown) => void) => {
      handlers[type] = handler
    },
  })
  await import('./entry-worker')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function happens(type: 'install' | 'activate' | 'message', data?: string): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve()
  handlers[type]?.({ data, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  return work
}

/** What the worker answers, or null when it leaves the request to the browser. */
function ask(path: string, { mode = 'navigate', method = 'GET' } = {}): Promise<Response> | null {
  let answer: Promise<Response> | null = null
  handlers.fetch?.({
    request: { url: new URL(path, SITE).href, mode, method },
    preloadResponse: Promise.resolve(undefined),
    waitUntil: () => undefined,
    respondWith: (response: Promise<Response>) => {
      answer = response
    },
  })
  return answer
}

const down = () => Promise.reject(new TypeError('Failed to fetch'))

test('keeps the page without its moment and with its policy, and the files of this build', async () => {
  await happens('install')
  const cache = kept.get('tukio-b2')
  expect([...(cache?.keys() ?? [])]).toEqual([...FILES, '/dash/tickets'])
  const page = cache?.get('/dash/tickets') as Response
  expect(page.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
  expect(await page.text()).toBe(SHELL.replace(PAGE_DATA, ''))
})

test('a page of another build is not kept', async () => {
  network = () => html(SHELL.replace('index-1', 'index-2'))
  await expect(happens('install')).rejects.toThrow('not of this build')
})

test('what earlier builds kept goes, and what is not ours stays', async () => {
  for (const name of ['tukio-b1', 'tukio-b2', 'other']) cacheNamed(name)
  await happens('activate')
  expect([...kept.keys()]).toEqual(['tukio-b2', 'other'])
})

test('the server has the first word, and what was kept the last', async () => {
  await happens('install')
  network = () => html('new page')
  expect(await (await ask('/dash/tickets'))?.text()).toBe('new page')
  for (const silence of [down, () => html('Bad gateway', 502)]) {
    network = silence
    for (const path of ['/dash/tickets?ticket=1', '/dash', '/dash/events'])
      expect(await (await ask(path))?.text()).toContain('/assets/index-1.js')
  }
})

test('nobody waits at the gate for a network that hangs', async () => {
  await happens('install')
  vi.useFakeTimers()
  network = () => new Promise<Response>(() => undefined)
  const answer = ask('/dash/tickets')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await (await answer)?.text()).toContain('/assets/index-1.js')
})

test('other pages without network say so, and show the way to the tickets', async () => {
  await happens('install')
  network = down
  const answer = (await ask('/events')) as Response
  expect(answer.status).toBe(503)
  expect(await answer.text()).toMatch(/Vous êtes hors connexion[\s\S]+href="\/dash\/tickets"/)
  // An answer is an answer.
  network = () => html('Erreur', 500)
  expect((await ask('/events'))?.status).toBe(500)
})

test('the scan screen is kept once it was opened, whole or not at all, and by the next build, too', async () => {
  await happens('install')
  const part = { mode: 'cors' }
  const keptPaths = () => [...(kept.get('tukio-b2')?.keys() ?? [])]
  const answers = network
  network = (path) => (path.includes('decode') ? down() : answers(path))
  await expect(happens('message', 'keep-door')).rejects.toThrow()
  expect(keptPaths()).not.toContain(DOOR_FILES[0])
  network = answers
  await happens('message', 'keep-door')
  expect(keptPaths()).toEqual(expect.arrayContaining(DOOR_FILES))
  network = down
  expect(await (await ask(DOOR_FILES[1] as string, part))?.text()).toBe(DOOR_FILES[1])

  network = answers
  kept = new Map([['tukio-b1', new Map([['/assets/decode-worker-0.js', new Response('')]])]])
  await happens('install')
  expect(keptPaths()).toEqual(expect.arrayContaining(DOOR_FILES))
})

test('a gate that was kept opens at once, whatever the network is like, and others as before', async () => {
  await happens('install')
  network = () => html('new page')
  expect(await (await ask('/dash/events/12/scan'))?.text()).toBe('new page')
  network = (path) => (path.startsWith('/dash/') ? html(SHELL) : new Response(path))
  await happens('message', 'keep-door')
  const hangs = () => new Promise<Response>(() => undefined)
  for (const silence of [hangs, down, () => html('new page')]) {
    network = silence
    for (const path of ['/dash/events/12/scan', '/dash/events/last/scan'])
      expect(await (await ask(path))?.text()).toContain('/assets/index-1.js')
  }
  expect(await (await ask('/dash/events/12/edit'))?.text()).toBe('new page')
})

test('without network the installed application begins at the gate where there was one', async () => {
  // Node's own wants a whole address.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (to) => new Response(null, { headers: { Location: `${to}` } }),
  )
  await happens('install')
  network = down
  expect((await ask('/'))?.status).toBe(503)
  network = (path) => (path.startsWith('/dash/') ? html(SHELL) : new Response(path))
  await happens('message', 'keep-door')
  expect((await ask('/'))?.headers.get('Location')).toBeNull()
  network = down
  expect((await ask('/'))?.headers.get('Location')).toBe('/dash/events/last/scan')
  expect((await ask('/events'))?.status).toBe(503)
})

test('a gate that is open keeps its build to the end of the evening', async () => {
  held = ['something else', OPEN_GATE]
  await happens('install')
  expect(skipped).toBe(false)
  held = ['something else']
  await happens('install')
  expect(skipped).toBe(true)
})

test('answers of the API, other files and what is sent are the browser’s own business', async () => {
  await happens('install')
  const part = { mode: 'cors' }
  for (const path of [
    '/api/my-tickets/',
    '/assets/other-1.js',
    '/media/events/1.webp',
    'https://elsewhere.example/x',
  ])
    expect(ask(path, part)).toBeNull()
  expect(ask('/dash/tickets', { method: 'POST' })).toBeNull()
  network = down
  expect(await (await ask('/assets/index-1.js', part))?.text()).toBe('/assets/index-1.js')
})
