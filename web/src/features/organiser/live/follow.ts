// Follows the figures of an event for as long as somebody looks: by server-sent events, and tried again where they break off.
import { openEventStream } from '@/api/event-stream'
import { readEvents } from './event-stream'

/** The first pause before it is tried again; each further one is twice as long. */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

type Followed = {
  path: string
  signal: AbortSignal
  onEvent: (name: string, data: string) => void
  /** Told whether figures arrive by themselves: while they don't, they have to be asked for. */
  onConnected: (connected: boolean) => void
}

export async function follow({ path, signal, onEvent, onConnected }: Followed): Promise<void> {
  let pause = FIRST_PAUSE
  while (!signal.aborted) {
    try {
      const body = await openEventStream(path, signal)
      await readEvents(body, ({ name, data }) => {
        // Only what arrives shows that nothing between here and the server holds it back.
        onConnected(true)
        pause = FIRST_PAUSE
        onEvent(name, data)
      })
    } catch {
      // Refused, or the network is gone: the figures are asked for meanwhile.
    }
    if (signal.aborted) return
    onConnected(false)
    await waitFor(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
}

function waitFor(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, time)
    signal.addEventListener('abort', done)
  })
}
