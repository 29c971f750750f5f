// The page's side of what stays readable: tells the service worker what was opened, counts the age of a page that was
// kept, and opens kept pages where the network fails. Fetched when the page has nothing else to do.
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { ApiError } from '../api-error'
import { tellWorker } from '../offline-app'
import { whenIdle } from '../when-idle'
import { KEPT_AT, keptName, PAGES, type SeenPage } from './names'
import { NOTE_ID, noteText } from './note'

const MINUTE = 60_000
/** Of a list that was read far down, that much is kept. */
const PAGES_OF_LIST = 2
/** Answers about events that are the same for everybody (query-keys/events.ts). */
const PUBLIC_ANSWERS = ['detail', 'similar', 'list', 'page', 'trending', 'calendar']

export interface Arrival {
  /** Where the browser fetched this page. */
  arrivedAt: string | null
  /** Whether there was a network when the page opened: this file comes later. */
  wasOnline: boolean
}

export function keepOpenedPages(router: AnyRouter, queryClient: QueryClient, arrival: Arrival): void {
  const { arrivedAt: arrived, wasOnline } = arrival
  showNote(router, wasOnline)
  let told = ''
  const tell = () => {
    const { pathname, search } = location
    const name = keptName({ pathname, search })
    if (name === null || name === told || document.documentElement.hasAttribute(KEPT_AT)) return
    if (queryClient.isFetching()) return
    const isArrived = told === '' && name === arrived
    const page = seen(name, queryClient, isArrived)
    if (!page) return
    told = name
    void tellWorker({ seen: page })
  }
  tell()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { state } = event.query
    if (event.action.type === 'error' && state.data === undefined && noAnswer(state.error)) {
      if (event.query.isActive()) void openKept(location)
    } else if (event.action.type === 'success') whenIdle(tell)
  })
  router.subscribe('onResolved', () => whenIdle(tell))
  router.subscribe('onBeforeNavigate', ({ toLocation, fromLocation }) => {
    if (toLocation.pathname === fromLocation?.pathname) return
    const to = { pathname: toLocation.pathname, search: toLocation.searchStr }
    if (!navigator.onLine || document.documentElement.hasAttribute(KEPT_AT)) void openKept(to)
  })
}

const noAnswer = (error: unknown) => error instanceof ApiError && error.status === 0

function seen(name: string, queryClient: QueryClient, arrived: boolean): SeenPage | null {
  const queries = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => {
      const [about, what] = query.queryKey
      const isPublic = about === 'events' && PUBLIC_ANSWERS.includes(String(what))
      return isPublic && query.state.data !== undefined && query.isActive()
    })
  const data = queries.map(({ queryKey, state }) => ({ key: queryKey, data: cut(state.data) }))
  // The app can show only what it was told; and who organises an event is told its figures, too.
  const isWhole = data.length > 0 && !data.some(({ data }) => hasFigures(data))
  if (!arrived && !isWhole) return null
  const files = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
  const own = files.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
  return {
    name,
    address: location.pathname + location.search,
    title: document.title,
    arrived,
    now: Date.now(),
    queries: arrived ? [] : data,
    scripts: own.filter((path) => /^\/assets\/.*\.js$/.test(path)),
    pictures: own.filter((path) => /^\/(pictures|media)\//.test(path)),
  }
}

const hasFigures = (data: unknown) => Boolean((data as { stats?: unknown } | null)?.stats)

function cut(data: unknown): unknown {
  const list = data as { pages?: unknown[]; pageParams?: unknown[] } | null
  if (!list?.pages || !list.pageParams) return data
  return { pages: list.pages.slice(0, PAGES_OF_LIST), pageParams: list.pageParams.slice(0, PAGES_OF_LIST) }
}

/** Leaves for the kept page, if there is one: the browser asks, and the service worker answers with it. */
async function openKept(to: { pathname: string; search: string }): Promise<void> {
  const name = keptName(to)
  if (name === null || !('caches' in window) || !navigator.serviceWorker?.controller) return
  const kept = await (await caches.open(PAGES)).match(name)
  if (kept && !(document.documentElement.hasAttribute(KEPT_AT) && name === keptName(location)))
    location.assign(to.pathname + to.search)
}

/** Counts on, and goes with the page that it is about, or when the network is back. */
function showNote(router: AnyRouter, wasOnline: boolean): void {
  const note = document.getElementById(NOTE_ID)
  const text = note?.querySelector('p')
  const at = Number(document.documentElement.getAttribute(KEPT_AT))
  if (!note || !text) return
  const renew = () => {
    // A new page would take away what the person is in the middle of.
    if (document.querySelector('dialog[open], :focus:is(input, textarea, select)'))
      text.textContent = 'La connexion est revenue.'
    else location.reload()
  }
  const onMessage = ({ data }: MessageEvent) => data === 'newer-page' && renew()
  // It came back before anybody listened.
  if (!wasOnline && navigator.onLine) renew()
  const timer = setInterval(() => {
    text.textContent = noteText(at, Date.now())
  }, MINUTE)
  addEventListener('online', renew)
  navigator.serviceWorker.addEventListener('message', onMessage)
  const stop = router.subscribe('onResolved', ({ pathChanged }) => {
    if (!pathChanged) return
    stop()
    clearInterval(timer)
    removeEventListener('online', renew)
    navigator.serviceWorker.removeEventListener('message', onMessage)
    document.documentElement.removeAttribute(KEPT_AT)
    note.remove()
  })
}
