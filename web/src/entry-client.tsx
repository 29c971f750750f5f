// The browser's start: takes over the HTML that the server rendered, or renders into an empty shell.
import './styles/app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { tellNoNetwork } from '@/api/client'
import { useAuthStore } from '@/features/accounts/auth-store'
import { startSession } from '@/features/accounts/session'
import { savesData } from '@/lib/data-saver'
import { keptName } from '@/lib/kept-pages/names'
import { keepAppForOffline } from '@/lib/offline-app'
import { readPageData } from '@/lib/page-data'
import { forgetPrivateAnswers } from '@/lib/private-answers'
import { openAnewWhenStale } from '@/lib/stale-build'
import { UNSENT_SCANS } from '@/lib/unsent-scans'
import { whenIdle } from '@/lib/when-idle'
import { App, createAppRouter } from './router'

const root = document.getElementById('root') as HTMLElement
const arrivedAt = keptName(location)
const wasOnline = navigator.onLine
const router = createAppRouter(readPageData(document))

startSession({
  pathname: () => router.state.location.pathname,
  askToSignIn: () => {
    const { pathname, href } = router.state.location
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { redirect: href } })
  },
  forgetAnswers: () => forgetPrivateAnswers(router.options.context.queryClient),
})

openAnewWhenStale({
  goingTo: () => (router.state.status === 'pending' ? router.latestLocation.href : null),
  onDeparture: (callback) => router.subscribe('onBeforeNavigate', (way) => callback(way.toLocation.href)),
  open: (address) => location.assign(address),
  offline: tellNoNetwork,
})

// The server's word on the first page: a phone would share that one from every page after it.
router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
  if (fromLocation && hrefChanged) document.querySelector('link[rel=canonical]')?.remove()
  void sendUnsentScans()
})

if (root.firstElementChild) void takeOver()
else start()

/** What a gate scanned without network is sent from whatever page is open. Few phones are gates, so few fetch this. */
async function sendUnsentScans() {
  try {
    if (!localStorage.getItem(UNSENT_SCANS)) return
    const sender = await import('@/features/door/scans/background-sender')
    await sender.startSending(() => useAuthStore.getState().user?.id)
  } catch {
    // Without storage there are none, and without its file they wait for the next page.
  }
}

addEventListener('load', () => whenIdle(keepReadable))

/** Pages that were opened stay readable without network. Who saves data fetches nothing for that. */
async function keepReadable() {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (isInstalled) keepAppForOffline()
  else if (savesData() && !navigator.serviceWorker.controller) return
  try {
    const { keepOpenedPages } = await import('@/lib/kept-pages/watch')
    keepOpenedPages(router, router.options.context.queryClient, { arrivedAt, wasOnline })
  } catch {
    // Its file did not arrive: nobody asked for it.
  }
}

/** A function of its own: a top-level await would wait for the route's file, which waits for this one. */
async function takeOver() {
  let filesMissing = false
  addEventListener('vite:preloadError', () => {
    filesMissing = true
  })
  // Tells the router that its first render must equal the server's; without it React throws the HTML away.
  router.ssr = { manifest: undefined }
  await router.load()
  // A page whose script did not arrive is still a page to read, with links that work: better than an error.
  if (filesMissing) return
  // A query that the page's data does not answer: the server read the address differently, so its HTML is another page.
  const isUnknown = ({ state }: { state: { data: unknown } }) => state.data === undefined
  if (router.options.context.queryClient.isFetching({ predicate: isUnknown })) start()
  else {
    hydrateRoot(root, <App router={router} />)
    tellTakenOver()
  }
}

function start() {
  createRoot(root).render(<App router={router} />)
  tellTakenOver()
}

/** For who waits from outside: from here on a press is answered by this app, not by the browser alone. */
function tellTakenOver() {
  root.dataset.takenOver = ''
}
