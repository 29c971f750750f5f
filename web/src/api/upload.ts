// Sending a file on a thin network: it tells how far it is, and gives up only when nothing moves for ten seconds.
// XMLHttpRequest, because fetch doesn't tell how much of a body has left.
import { type Send, TIMEOUT, wholeAnswer } from './session-fetch'

/** From 0 to 1. */
export type OnProgress = (part: number) => void

export function sendWithProgress(onProgress: OnProgress): Send {
  return async (request) => {
    // The whole form with its boundary, as the request would have sent it.
    const body = await request.blob()
    return new Promise((resolve, reject) => {
      const call = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout>
      const stop = () => call.abort()
      const waitOn = () => {
        clearTimeout(timer)
        timer = setTimeout(stop, TIMEOUT)
      }

      call.open(request.method, request.url)
      request.headers.forEach((value, name) => {
        call.setRequestHeader(name, value)
      })
      call.responseType = 'arraybuffer'
      call.upload.onprogress = ({ loaded, total }) => {
        waitOn()
        onProgress(total ? loaded / total : 0)
      }
      call.onprogress = waitOn
      call.onload = () => {
        try {
          resolve(wholeAnswer(call.response as ArrayBuffer, headOf(call)))
        } catch (error) {
          reject(error)
        }
      }
      call.onerror = () => reject(new TypeError('Failed to send'))
      call.onabort = () => reject(request.signal.reason ?? new DOMException('Nothing moved', 'TimeoutError'))
      call.onloadend = () => {
        clearTimeout(timer)
        request.signal.removeEventListener('abort', stop)
      }
      request.signal.addEventListener('abort', stop)
      waitOn()
      call.send(body)
    })
  }
}

function headOf(call: XMLHttpRequest): ResponseInit & { headers: Headers } {
  const headers = new Headers()
  for (const line of call.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return { status: call.status, statusText: call.statusText, headers }
}
