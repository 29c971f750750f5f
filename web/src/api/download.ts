// A file that may be large, on a thin network: it tells how much of it is here, and is given up only when nothing comes for
// ten seconds.
import { type Send, TIMEOUT, wholeAnswer } from './session-fetch'

/** How many bytes have arrived. Of how many is not known: such files are written while they are sent. */
export type OnReceived = (bytes: number) => void

export function receiveWithProgress(onReceived: OnReceived): Send {
  return async (request) => {
    const clock = new AbortController()
    const giveUp = () => clock.abort(new DOMException('Nothing moved', 'TimeoutError'))
    const stop = () => clock.abort(request.signal.reason)
    let timer = setTimeout(giveUp, TIMEOUT)
    request.signal.addEventListener('abort', stop)
    try {
      const response = await fetch(request, { signal: clock.signal })
      const body = await readBody(response, (received) => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, TIMEOUT)
        onReceived(received)
      })
      return wholeAnswer(body, response)
    } finally {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', stop)
    }
  }
}

async function readBody({ body }: Response, onReceived: OnReceived): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let received = 0
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    received += value.byteLength
    onReceived(received)
  }
  const whole = new Uint8Array(received)
  let place = 0
  for (const piece of pieces) {
    whole.set(piece, place)
    place += piece.byteLength
  }
  return whole.buffer
}
