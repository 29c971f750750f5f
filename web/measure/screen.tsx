// The product's own scan screen without network, before a camera and a detector that show it one code after the other.
import '@/styles/app.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { changeDevice } from '@/features/door/gate/device'
import { ScanScreen } from '@/features/door/screen/scan-screen'
import { EVENT, ticketOf } from './tickets'

/** What is held before the camera. */
let held: string | null = null
/** When the detector had read it. */
let readAt = 0

class Detector {
  static getSupportedFormats = async () => ['qr_code']

  async detect(): Promise<{ rawValue: string }[]> {
    if (held === null) return []
    const rawValue = held
    held = null
    readAt = performance.now()
    return [{ rawValue }]
  }
}

/** Of the event that `openGate` has filled this phone's storage for. */
export async function openScreen(): Promise<void> {
  Object.assign(globalThis, { BarcodeDetector: Detector })
  const picture = document.createElement('canvas')
  const pen = picture.getContext('2d')
  navigator.mediaDevices.getUserMedia = async () => picture.captureStream()
  // What never changes is no film.
  setInterval(() => pen?.fillRect(0, 0, 8, 8), 50)
  changeDevice({ gates: { [EVENT]: 'Porte Nord' } })
  const root = document.body.appendChild(document.createElement('div'))
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory(),
  })
  createRoot(root).render(<RouterProvider router={router} />)
  await appears('[aria-label="Image de la caméra"]')
  // From here on a code is read as soon as it is held up.
  held = ''
  while (held !== null) await new Promise((resolve) => setTimeout(resolve, 20))
}

const queryClient = new QueryClient()

function Screen() {
  return (
    <QueryClientProvider client={queryClient}>
      <ScanScreen eventId={EVENT} person={{ id: 1, name: 'amani' }} onLeave={() => undefined} />
    </QueryClientProvider>
  )
}

export interface ScreenTimes {
  /** Milliseconds from a code that was read to the picture of its verdict. */
  shown: number[]
  verdicts: string[]
}

/** Holds up `count` tickets, from that number on. */
export async function timeScreen(from: number, count: number): Promise<ScreenTimes> {
  const times: ScreenTimes = { shown: [], verdicts: [] }
  for (let number = from; number < from + count; number++) {
    const text = await ticketOf(number)
    const before = document.querySelector('[data-verdict]')
    const appeared = appears('[data-verdict]', before)
    held = text
    const verdict = await appeared
    await nextPicture()
    times.shown.push(performance.now() - readAt)
    times.verdicts.push(verdict.getAttribute('data-verdict') ?? '')
  }
  return times
}

/** The first element that is not the one which was there before. */
function appears(selector: string, before: Element | null = null): Promise<Element> {
  return new Promise((resolve) => {
    const look = () => {
      const found = document.querySelector(selector)
      if (!found || found === before) return
      observer.disconnect()
      resolve(found)
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    look()
  })
}

/** Style, layout and painting happen between a frame's callbacks and the next task. */
function nextPicture(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })
}
