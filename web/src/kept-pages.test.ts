import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptName, type SeenPage } from './lib/kept-pages/names'
import { ask, cacheNamed, down, happens, html, read, SITE, startWorker, worker } from './worker-testing'

const NOW = Date.UTC(2026, 10, 14, 9)
const HOUR = 3_600_000

/** A page as the server sends it. */
const page = (title: string, text = title) =>
  `<!doctype html><html lang="fr"><head><style>p{}</style><title>${title} · Tukio</title></head><body><div id="root"><h1>${text}</h1></div><noscript></noscript><script type="application/json" id="page-data">{"now":1,"queries":[]}</script><script type="module" src="/assets/index-1.js"></script></body></html>`

const seen = (name: string, more: Partial<SeenPage> = {}): SeenPage => ({
  name,
  address: name,
  title: 'Seen · Tukio',
  arrived: false,
  now: NOW,
  queries: [{ key: ['events', 'detail', 2], data: { name: '</script>' } }],
  scripts: [],
  pictures: [],
  ...more,
})

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  await startWorker((path) => html(page(path)))
  await happens('install')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const keptPages = () => [...(worker.kept.get('kept-pages')?.keys() ?? [])]

test('pages of events and lists have one name each, whatever campaign led there', () => {
  const name = (address: string) => keptName(new URL(address, SITE))
  expect(name('/?utm_source=x')).toBe('/')
  expect(name('/events/7/?ticket=3')).toBe('/events/7')
  expect(name('/events?town=Goma&fbclid=1')).toBe('/events?town=Goma')
  expect(name('/calendar')).toBe('/calendar')
  expect(name('/users/?search=dj+kin')).toBe('/users?search=dj+kin')
  for (const other of ['/dash/tickets', '/events/7/edit', '/login', '/users/7', '/about'])
    expect(name(other)).toBeNull()
})

test('a page that was opened is read without network, with its age, and anew when there is one', async () => {
  await read('/events/7')
  worker.network = down
  vi.setSystemTime(NOW + 2 * HOUR)
  const kept = (await ask('/events/7?ticket=1')) as Response
  expect(kept.status).toBe(200)
  expect(kept.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
  const text = await kept.text()
  expect(text).toContain('<h1>/events/7</h1>')
  expect(text).toContain('<p>Enregistré il y a 2 heures · sans connexion</p>')
  expect(text).toContain(`<html data-kept-at="${NOW}" lang="fr">`)

  worker.network = () => html('Bad gateway', 502)
  expect(await read('/events/7')).toContain('Enregistré il y a 2 heures')
  worker.network = () => html(page('Nouveau'))
  expect(await read('/events/7')).toBe(page('Nouveau'))
  worker.network = down
  expect(await read('/events/7')).toContain("Enregistré à l'instant")
})

test('a network that hangs is waited for five seconds, and told of when it answers after all', async () => {
  await read('/events')
  vi.useFakeTimers({ now: NOW })
  let arrive: (answer: Response) => void = () => undefined
  worker.network = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  const answer = ask('/events')
  await vi.advanceTimersByTimeAsync(4900)
  expect(worker.told).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(await (await answer)?.text()).toContain('sans connexion')
  arrive(html(page('Nouveau')))
  await Promise.all(worker.later)
  expect(worker.told).toEqual(['newer-page'])
  expect(await worker.kept.get('kept-pages')?.get('/events')?.clone().text()).toBe(page('Nouveau'))
})

test('what is gone, broken or one person’s own is not kept', async () => {
  await read('/events/7')
  worker.network = () => html('Gone', 404)
  await read('/events/7')
  for (const path of ['/events/8', '/events/9']) {
    worker.network = () => (path === '/events/8' ? html('Erreur', 500) : new Response('{}'))
    await read(path)
  }
  worker.network = () => html(page('Mon espace'))
  for (const path of ['/dash', '/payments/return?payment_id=1', '/login']) await read(path)
  expect(keptPages()).toEqual([])
})

test('the last thirty events and ten lists are kept', async () => {
  for (let id = 1; id <= 32; id++) {
    vi.setSystemTime(NOW + id)
    await read(`/events/${id}`)
  }
  for (let month = 1; month <= 12; month++) {
    vi.setSystemTime(NOW + month)
    await read(`/events?month=${month}`)
  }
  expect(keptPages().filter((name) => /events\/\d/.test(name))).toHaveLength(30)
  expect(keptPages().filter((name) => name.includes('?'))).toHaveLength(10)
  for (const gone of ['/events/1', '/events/2', '/events?month=1']) expect(keptPages()).not.toContain(gone)
})

test('a first page is kept out of the browser’s own cache, and never fetched for it', async () => {
  worker.network = down
  await happens('message', { seen: seen('/events/7', { arrived: true, address: '/events/7?utm_source=x' }) })
  expect(keptPages()).toEqual([])
  worker.fetched.set('/events/7?utm_source=x', () => html(page('Concert')))
  await happens('message', { seen: seen('/events/7', { arrived: true, address: '/events/7?utm_source=x' }) })
  expect(await read('/events/7')).toContain('<h1>Concert</h1>')
})

test('an event that the app showed is made from its answers, while its scripts are there', async () => {
  await read('/events')
  worker.fetched.set('/assets/event-1.js', () => new Response('event'))
  const scripts = ['/assets/event-1.js']
  await happens('message', { seen: seen('/events/2', { scripts, title: 'Bal <b> · Tukio' }) })
  worker.network = down
  const text = await read('/events/2')
  expect(text).toContain('<title>Bal &#60;b&#62; · Tukio</title>')
  expect(text).toContain('<div id="root"></div><noscript>')
  expect(text).toContain(
    `id="page-data">{"now":${NOW},"queries":[{"key":["events","detail",2],"data":{"name":"\\u003c/script>"}}]}</script>`,
  )
  expect(text.match(/id="page-data"/g)).toHaveLength(1)

  worker.kept.get('kept-scripts')?.clear()
  expect(await read('/events/2')).toContain('Vous êtes hors connexion')
})

test('no page is made for another build', async () => {
  worker.network = () => html(page('Liste').replace('index-1', 'index-0'))
  await read('/events')
  await happens('message', { seen: seen('/events/2') })
  expect(keptPages()).toEqual(['/events'])
})

test('pictures and scripts that were shown are there without network, the newest within five megabytes', async () => {
  const picture = { mode: 'no-cors', destination: 'image' }
  worker.network = () => new Response(new Uint8Array(2_000_000))
  for (const path of ['/media/a.webp', '/media/b.webp', '/pictures/c.svg']) await ask(path, picture)
  worker.network = down
  expect((await (await ask('/media/b.webp', picture))?.blob())?.size).toBe(2_000_000)
  expect((await ask('/pictures/c.svg', picture))?.status).toBe(200)
  await expect(ask('/media/a.webp', picture)).rejects.toThrow('Failed to fetch')
})

test('the page without network names what can be read, and opens by itself what was asked for', async () => {
  await read('/events/7')
  await read('/events?town=Goma&is_free=true')
  vi.setSystemTime(NOW + 3 * HOUR)
  worker.network = down
  const answer = (await ask('/about')) as Response
  expect(answer.status).toBe(503)
  const text = await answer.text()
  expect(text).toContain('<a href="/events/7">/events/7 <small>enregistré il y a 3 heures</small></a>')
  expect(text).toContain('<a href="/events?town=Goma&amp;is_free=true">')
  expect(text).toContain('<a href="">Réessayer</a>')
  const [, script = ''] = /<script>(.*?)<\/script>/.exec(text) ?? []
  expect(script).toContain("addEventListener('online'")
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  expect(answer.headers.get('Content-Security-Policy')).toContain(
    `script-src 'sha256-${Buffer.from(digest).toString('base64')}'`,
  )
})

test('the style sheet is asked for once: the server leaves it out, and it is put back', async () => {
  await read('/events')
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('p{}'))).toString('base64')
  expect(worker.stylesKnown).toBe(hash)
  worker.network = (path) =>
    html(page(path).replace('<style>p{}</style>', `<style data-kept="${hash}"></style>`))
  expect(await read('/events/7')).toBe(page('/events/7'))
  expect(await read('/about')).toBe(page('/about'))
  worker.network = down
  expect(await read('/events/7')).toContain('<style>p{}</style>')

  // The browser threw it away: a whole page has it.
  worker.kept.get('kept-styles')?.clear()
  worker.network = (path) =>
    html(
      path === '/login'
        ? page(path)
        : page(path).replace('<style>p{}</style>', `<style data-kept="${hash}"></style>`),
    )
  expect(await read('/about')).toBe(page('/about'))
})

test('one build’s pages outlive it', async () => {
  await read('/events/7')
  cacheNamed('tukio-b1')
  await happens('activate')
  worker.network = down
  expect(await read('/events/7')).toContain('<h1>/events/7</h1>')
})
