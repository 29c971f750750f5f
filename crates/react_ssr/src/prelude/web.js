// The small rest of the web platform that React's and the router's server builds touch: only what they use.
(host) => {
  const show = (value) => {
    if (value instanceof Error) return `${value}\n${value.stack}`
    if (typeof value !== 'object' || value === null) return String(value)
    try {
      return JSON.stringify(value)
    } catch {
      return Object.prototype.toString.call(value)
    }
  }
  const log = (level) => (...values) => host.log(level, values.map(show).join(' ').toWellFormed())
  globalThis.console = { error: log('error'), warn: log('warn'), info: log('info'), log: log('info'), debug: log('debug'), trace: log('debug') }

  globalThis.TextEncoder = class TextEncoder {
    encoding = 'utf-8'
    encode(text = '') {
      return host.encodeUtf8(String(text).toWellFormed())
    }
  }
  globalThis.TextDecoder = class TextDecoder {
    encoding = 'utf-8'
    decode(bytes = new Uint8Array()) {
      const view = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes)
      return host.decodeUtf8([...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)])
    }
  }

  class EventTarget {
    #listeners = new Map() // type → set of callbacks
    addEventListener(type, callback) {
      if (!this.#listeners.has(type)) this.#listeners.set(type, new Set())
      this.#listeners.get(type).add(callback)
    }
    removeEventListener(type, callback) {
      this.#listeners.get(type)?.delete(callback)
    }
    dispatchEvent(event) {
      this[`on${event.type}`]?.(event)
      for (const callback of [...(this.#listeners.get(event.type) ?? [])]) {
        if (typeof callback === 'function') callback.call(this, event)
        else callback.handleEvent(event)
      }
      return true
    }
  }

  class AbortSignal extends EventTarget {
    aborted = false
    reason = undefined
    onabort = null
    throwIfAborted() {
      if (this.aborted) throw this.reason
    }
    static abort(reason) {
      const controller = new AbortController()
      controller.abort(reason)
      return controller.signal
    }
  }
  class AbortController {
    signal = new AbortSignal()
    abort(reason = new DOMException('signal is aborted without reason', 'AbortError')) {
      if (this.signal.aborted) return
      this.signal.aborted = true
      this.signal.reason = reason
      this.signal.dispatchEvent({ type: 'abort', target: this.signal })
    }
  }

  // Redirects and "not found" travel through the router as responses: status and headers, seldom a body.
  class Headers {
    #values = new Map()
    constructor(init = []) {
      const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init)
      for (const [name, value] of pairs) this.append(name, value)
    }
    append(name, value) {
      this.set(name, this.has(name) ? `${this.get(name)}, ${value}` : value)
    }
    set(name, value) {
      this.#values.set(String(name).toLowerCase(), String(value).trim())
    }
    get(name) {
      return this.#values.get(String(name).toLowerCase()) ?? null
    }
    has(name) {
      return this.#values.has(String(name).toLowerCase())
    }
    delete(name) {
      this.#values.delete(String(name).toLowerCase())
    }
    forEach(callback, self) {
      for (const [name, value] of this) callback.call(self, value, name, this)
    }
    entries() {
      return [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))[Symbol.iterator]()
    }
    keys() {
      return [...this].map(([name]) => name)[Symbol.iterator]()
    }
    values() {
      return [...this].map(([, value]) => value)[Symbol.iterator]()
    }
    [Symbol.iterator]() {
      return this.entries()
    }
  }
  class Response {
    #body
    constructor(body = null, { status = 200, statusText = '', headers } = {}) {
      this.#body = body
      this.status = status
      this.statusText = statusText
      this.ok = status >= 200 && status < 300
      this.headers = new Headers(headers)
    }
    async text() {
      return this.#body === null ? '' : String(this.#body)
    }
    async json() {
      return JSON.parse(await this.text())
    }
  }

  // Enough for data: what JSON cannot say (dates, maps, sets, cycles) is kept, functions are refused.
  globalThis.structuredClone = (value) => {
    const seen = new Map()
    const clone = (from) => {
      if (typeof from === 'function' || typeof from === 'symbol') throw new DOMException('not cloneable', 'DataCloneError')
      if (typeof from !== 'object' || from === null) return from
      if (seen.has(from)) return seen.get(from)
      if (from instanceof Date) return new Date(from)
      if (ArrayBuffer.isView(from)) return from.slice()
      const to = Array.isArray(from) ? [] : from instanceof Map ? new Map() : from instanceof Set ? new Set() : {}
      seen.set(from, to)
      if (from instanceof Map) for (const [key, item] of from) to.set(clone(key), clone(item))
      else if (from instanceof Set) for (const item of from) to.add(clone(item))
      else for (const key of Object.keys(from)) to[key] = clone(from[key])
      return to
    }
    return clone(value)
  }

  Object.assign(globalThis, { EventTarget, AbortSignal, AbortController, Headers, Response })
  // Some packages look for the global object by its browser or worker name; `window` stays away on purpose.
  globalThis.self = globalThis
}
