import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OPEN_GATE } from './lib/offline-app'
import {
  ask,
  cacheNamed,
  DOOR_FILES,
  down,
  FILES,
  happens,
  html,
  startWorker,
  worker,
} from './worker-testing'

const PAGE_DATA = '<script type="application/json" id="page-data">{"now":1}</script>'
const SHELL = `<div id="root"></div>${PAGE_DATA}<script src="/assets/index-1.js"></script>`

const answers = (path: string) => (path.startsWith('/dash/') ? html(SHELL) : new Response(path))

beforeEach(() => startWorker(answers))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Somebody looks at their tickets. */
async function keepApp(): Promise<void> {
  await happens('install')
  await happens('message', 'keep-app')
}

test('costs a visitor nothing, and the next build keeps "Mes billets" where the last one did', async () => {
  worker.network = down
  await happens('install')
  expect(worker.kept.get('tukio-b2')?.size ?? 0).toBe(0)

  worker.network = answers
  worker.kept = new Map([['tukio-b1', new Map([['/dash/tickets', html(SHELL)]])]])
  await happens('install')
  expect([...(worker.kept.get('tukio-b2')?.keys() ?? [])]).toEqual([...FILES, '/dash/tickets'])
})

test('keeps the page without its moment and with its policy, and the files of this build', async () => {
  await keepApp()
  const cache = worker.kept.get('tukio-b2')
  expect([...(cache?.keys() ?? [])]).toEqual([...FILES, '/dash/tickets'])
  const page = cache?.get('/dash/tickets') as Response
  expect(page.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
  expect(await page.text()).toBe(SHELL.replace(PAGE_DATA, ''))
})

test('a page of another build is not kept', async () => {
  worker.network = () => html(SHELL.replace('index-1', 'index-2'))
  await expect(happens('message', 'keep-app')).rejects.toThrow('not of this build')
})

test('what earlier builds kept goes, and pages and what is not ours stay', async () => {
  for (const name of ['tukio-b1', 'tukio-b2', 'kept-pages', 'other']) cacheNamed(name)
  await happens('activate')
  expect([...worker.kept.keys()]).toEqual(['tukio-b2', 'kept-pages', 'other'])
})

test('the server has the first word, and what was kept the last', async () => {
  await keepApp()
  worker.network = () => html('new page')
  expect(await (await ask('/dash/tickets'))?.text()).toBe('new page')
  for (const silence of [down, () => html('Bad gateway', 502)]) {
    worker.network = silence
    for (const path of ['/dash/tickets?ticket=1', '/dash', '/dash/events'])
      expect(await (await ask(path))?.text()).toContain('/assets/index-1.js')
  }
})

test('nobody waits at the gate for a network that hangs', async () => {
  await keepApp()
  vi.useFakeTimers()
  worker.network = () => new Promise<Response>(() => undefined)
  const answer = ask('/dash/tickets')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await (await answer)?.text()).toContain('/assets/index-1.js')
})

test('other pages without network say so, and show the way to the tickets of who has some', async () => {
  await happens('install')
  worker.network = down
  expect(await (await ask('/events'))?.text()).not.toContain('/dash/tickets')
  worker.network = answers
  await keepApp()
  worker.network = down
  const answer = (await ask('/events')) as Response
  expect(answer.status).toBe(503)
  expect(await answer.text()).toMatch(/Vous êtes hors connexion[\s\S]+href="\/dash\/tickets"/)
  // An answer is an answer.
  worker.network = () => html('Erreur', 500)
  expect((await ask('/events'))?.status).toBe(500)
})

test('the scan screen is kept once it was opened, whole or not at all, and by the next build, too', async () => {
  await happens('install')
  const part = { mode: 'cors' }
  const keptPaths = () => [...(worker.kept.get('tukio-b2')?.keys() ?? [])]
  worker.network = (path) => (path.includes('decode') ? down() : answers(path))
  await expect(happens('message', 'keep-door')).rejects.toThrow()
  expect(keptPaths()).not.toContain(DOOR_FILES[0])
  worker.network = answers
  await happens('message', 'keep-door')
  expect(keptPaths()).toEqual(expect.arrayContaining(DOOR_FILES))
  worker.network = down
  expect(await (await ask(DOOR_FILES[1] as string, part))?.text()).toBe(DOOR_FILES[1])

  worker.network = answers
  worker.kept = new Map([['tukio-b1', new Map([['/assets/decode-worker-0.js', new Response('')]])]])
  await happens('install')
  expect(keptPaths()).toEqual(expect.arrayContaining(DOOR_FILES))
})

test('a gate that was kept opens at once, whatever the network is like, and others as before', async () => {
  await happens('install')
  worker.network = () => html('new page')
  expect(await (await ask('/dash/events/12/scan'))?.text()).toBe('new page')
  worker.network = answers
  await happens('message', 'keep-door')
  const hangs = () => new Promise<Response>(() => undefined)
  for (const silence of [hangs, down, () => html('new page')]) {
    worker.network = silence
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
  worker.network = down
  expect((await ask('/'))?.status).toBe(503)
  worker.network = answers
  await happens('message', 'keep-door')
  expect((await ask('/'))?.headers.get('Location')).toBeNull()
  worker.network = down
  expect((await ask('/'))?.headers.get('Location')).toBe('/dash/events/last/scan')
  expect((await ask('/events'))?.status).toBe(503)
})

test('a gate that is open keeps its build to the end of the evening', async () => {
  worker.held = ['something else', OPEN_GATE]
  await happens('install')
  expect(worker.skipped).toBe(false)
  worker.held = ['something else']
  await happens('install')
  expect(worker.skipped).toBe(true)
})

test('answers of the API, other files and what is sent are the browser’s own business', async () => {
  await keepApp()
  const part = { mode: 'cors' }
  for (const path of [
    '/api/my-tickets/',
    '/fonts/other.woff2',
    '/media/events/1.webp',
    'https://elsewhere.example/x',
  ])
    expect(ask(path, part)).toBeNull()
  expect(ask('/dash/tickets', { method: 'POST' })).toBeNull()
  worker.network = down
  expect(await (await ask('/assets/index-1.js', part))?.text()).toBe('/assets/index-1.js')
})
