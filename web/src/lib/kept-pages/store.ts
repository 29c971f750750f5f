// What the service worker keeps of public pages: the last events and lists that were opened, the pictures they showed,
// and the scripts of pages that only the app can show. Nothing here is fetched for being kept.
import { composePage } from './compose'
import { isEvent, PAGES, PICTURES, SCRIPTS, type SeenPage } from './names'
import { withNote } from './note'
import { keepStyles } from './styles'

const MOST_EVENTS = 30
const MOST_LISTS = 10
const MOST_BYTES = { [PICTURES]: 5_000_000, [SCRIPTS]: 2_000_000 }
type Files = keyof typeof MOST_BYTES

/** Headers of what is kept. */
const AT = 'X-Kept-At'
const TITLE = 'X-Kept-Title'
const NEEDS = 'X-Kept-Needs'
const BYTES = 'X-Kept-Bytes'
const POLICY = 'Content-Security-Policy'

export interface KeptPage {
  name: string
  /** As it stands in the page: HTML. */
  title: string
  at: number
}

/** Keeps a page as the server sent it. One that is no more is not kept either. */
export async function keepAnswer(name: string, answer: Response, preload?: NavigationPreloadManager) {
  if (answer.status === 404 || answer.status === 410) await (await caches.open(PAGES)).delete(name)
  if (answer.status !== 200 || !answer.headers.get('Content-Type')?.startsWith('text/html')) return
  const html = await answer.text()
  await put(name, html, answer.headers.get(POLICY) ?? '', [])
  await keepStyles(html, preload)
}

/** Keeps what a page says of itself, out of what the browser has already. `script`: one that each page of this build names. */
export async function keepSeen(page: SeenPage, script: string, preload?: NavigationPreloadManager) {
  await keepFiles(SCRIPTS, page.scripts)
  await keepFiles(PICTURES, page.pictures)
  const cache = await caches.open(PAGES)
  const before = await cache.match(page.name)
  if (page.arrived) {
    const answer = before ? undefined : await alreadyFetched(page.address)
    if (answer) await keepAnswer(page.name, answer, preload)
    return
  }
  // The server's own page reads without scripts, too: better than newer answers to questions.
  if (before && !before.headers.get(NEEDS) && isToday(before)) return
  for (const { url } of await cache.keys()) {
    const other = await cache.match(url)
    const html = await other?.text()
    const made = html?.includes(script) && composePage(html, page)
    if (made) return put(page.name, made, other?.headers.get(POLICY) ?? '', page.scripts)
  }
}

const isToday = (kept: Response) => Date.now() - Number(kept.headers.get(AT)) < 24 * 3_600_000

async function put(name: string, html: string, policy: string, needs: string[]): Promise<void> {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    [POLICY]: policy,
    [AT]: String(Date.now()),
    [TITLE]: encodeURIComponent(title.replace(/ · Tukio$/, '')),
    [NEEDS]: needs.join(' '),
  }
  const cache = await caches.open(PAGES)
  await cache.put(name, new Response(html, { headers }))
  const pages = await allPages()
  for (const [kind, most] of [
    [pages.filter((page) => isEvent(page.name)), MOST_EVENTS],
    [pages.filter((page) => !isEvent(page.name)), MOST_LISTS],
  ] as const)
    await Promise.all(kind.slice(most).map((page) => cache.delete(page.name)))
}

/** Those that can be read now, the newest first. */
export async function listPages(): Promise<KeptPage[]> {
  const pages = await allPages()
  const readable = await Promise.all(pages.map(({ headers }) => isReadable(headers)))
  return pages.filter((_, at) => readable[at])
}

async function allPages(): Promise<(KeptPage & { headers: Headers })[]> {
  const cache = await caches.open(PAGES)
  const pages: (KeptPage & { headers: Headers })[] = []
  for (const { url } of await cache.keys()) {
    const headers = (await cache.match(url))?.headers
    if (!headers) continue
    const { pathname, search } = new URL(url)
    const title = decodeURIComponent(headers.get(TITLE) ?? '')
    pages.push({ name: pathname + search, title, at: Number(headers.get(AT)), headers })
  }
  return pages.sort((one, other) => other.at - one.at)
}

/** The kept page with its age written above it, or undefined when there is none that can be read. */
export async function openPage(name: string): Promise<Response | undefined> {
  const kept = await (await caches.open(PAGES)).match(name)
  if (!kept || !(await isReadable(kept.headers))) return undefined
  const html = withNote(await kept.text(), Number(kept.headers.get(AT)), Date.now())
  return new Response(html, { headers: kept.headers })
}

/** What the app alone can show needs its scripts, which may have made room for others. */
async function isReadable(headers: Headers): Promise<boolean> {
  const scripts = await caches.open(SCRIPTS)
  for (const script of (headers.get(NEEDS) ?? '').split(' ').filter(Boolean))
    if (!(await scripts.match(script))) return false
  return true
}

/** A picture or a script: their addresses never change what they show. */
export async function openFile(files: Files, request: Request): Promise<Response> {
  const cache = await caches.open(files)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await putFile(files, request.url, answer.clone()).catch(() => undefined)
  return answer
}

async function keepFiles(files: Files, paths: string[]): Promise<void> {
  const cache = await caches.open(files)
  for (const path of paths) {
    const answer = (await cache.match(path)) ? undefined : await alreadyFetched(path)
    if (answer) await putFile(files, path, answer)
  }
}

/** What the browser's own cache has, and never the network. */
async function alreadyFetched(path: string): Promise<Response | undefined> {
  const answer = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined)
  return answer?.status === 200 ? answer : undefined
}

/** The oldest make room. */
async function putFile(files: Files, address: string, answer: Response): Promise<void> {
  const cache = await caches.open(files)
  const body = await answer.blob()
  const headers = new Headers({ [BYTES]: String(body.size) })
  for (const name of ['Content-Type', POLICY]) {
    const value = answer.headers.get(name)
    if (value) headers.set(name, value)
  }
  await cache.put(address, new Response(body, { headers }))
  const kept = await cache.keys()
  const sizes = await Promise.all(
    kept.map(async (request) => Number((await cache.match(request))?.headers.get(BYTES))),
  )
  let total = sizes.reduce((sum, size) => sum + size, 0)
  for (const [at, request] of kept.entries()) {
    if (total <= MOST_BYTES[files]) return
    total -= sizes[at] ?? 0
    await cache.delete(request)
  }
}
