// For tests: an XMLHttpRequest whose progress and answer the test decides.

type Handler = ((event?: unknown) => void) | null

export class StandInUpload {
  static calls: StandInUpload[] = []
  method = ''
  url = ''
  sent: Blob | null = null
  aborted = false
  requestHeaders: Record<string, string> = {}
  status = 0
  statusText = ''
  response: ArrayBuffer | null = null
  upload: { onprogress: Handler } = { onprogress: null }
  onprogress: Handler = null
  onload: Handler = null
  onerror: Handler = null
  onabort: Handler = null
  onloadend: Handler = null
  #contentType = 'application/json'

  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.requestHeaders[name] = value
  }
  getAllResponseHeaders() {
    return `content-type: ${this.#contentType}\r\n`
  }
  send(body: Blob) {
    this.sent = body
    StandInUpload.calls.push(this)
  }
  abort() {
    this.aborted = true
    this.onabort?.()
    this.onloadend?.()
  }
  /** So much of it has left. */
  moved(loaded: number, total: number) {
    this.upload.onprogress?.({ loaded, total })
  }
  answer(status: number, body: unknown, contentType = 'application/json') {
    this.status = status
    this.#contentType = contentType
    this.response = new TextEncoder().encode(body === null ? '' : JSON.stringify(body)).buffer as ArrayBuffer
    this.onload?.()
    this.onloadend?.()
  }
  fail() {
    this.onerror?.()
    this.onloadend?.()
  }
}
