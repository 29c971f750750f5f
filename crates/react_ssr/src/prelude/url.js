// URL and URLSearchParams over the host's parser. A lone surrogate has no UTF-8: `toWellFormed` before crossing over.
(host) => {
  const PARTS = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  const text = (value) => String(value).toWellFormed()

  class URLSearchParams {
    #pairs = [] // [name, value]
    #changed = null // tells the URL that these parameters belong to

    constructor(init = '', changed = null) {
      if (init !== null && typeof init === 'object') {
        const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init)
        for (const [name, value] of pairs) this.#pairs.push([text(name), text(value)])
      } else {
        this.#read(text(init))
      }
      this.#changed = changed
    }
    #read(query) {
      const flat = host.parseQuery(query.startsWith('?') ? query.slice(1) : query)
      this.#pairs = []
      for (let i = 0; i < flat.length; i += 2) this.#pairs.push([flat[i], flat[i + 1]])
    }
    #tell() {
      this.#changed?.(this.toString())
    }
    // The URL changed by itself: take its new query without telling it back.
    static reread(params, query) {
      params.#read(query)
    }
    get size() {
      return this.#pairs.length
    }
    get(name) {
      return this.#pairs.find((pair) => pair[0] === text(name))?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter((pair) => pair[0] === text(name)).map((pair) => pair[1])
    }
    has(name, value) {
      return this.#pairs.some((pair) => pair[0] === text(name) && (value === undefined || pair[1] === text(value)))
    }
    append(name, value) {
      this.#pairs.push([text(name), text(value)])
      this.#tell()
    }
    set(name, value) {
      const first = this.#pairs.find((pair) => pair[0] === text(name))
      if (first === undefined) return this.append(name, value)
      first[1] = text(value)
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== first[0])
      this.#tell()
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== text(name) || (value !== undefined && pair[1] !== text(value)))
      this.#tell()
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      this.#tell()
    }
    forEach(callback, self) {
      for (const [name, value] of this.#pairs) callback.call(self, value, name, this)
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value]
    }
    *keys() {
      for (const pair of this.#pairs) yield pair[0]
    }
    *values() {
      for (const pair of this.#pairs) yield pair[1]
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return host.writeQuery(this.#pairs.flat())
    }
  }
  const { reread } = URLSearchParams
  delete URLSearchParams.reread

  class URL {
    #parts
    #params = null

    constructor(address, base) {
      this.#take(host.parseUrl(text(address), base === undefined ? undefined : text(base)), address)
    }
    #take(parts, address) {
      if (parts == null) throw new TypeError(`Invalid URL: ${address}`)
      this.#parts = parts
    }
    static part(url, index) {
      return url.#parts[index]
    }
    static change(url, name, value) {
      if (name === 'href') url.#take(host.parseUrl(text(value)), value)
      else url.#take(host.changeUrl(url.href, name, text(value)), value)
      if (url.#params !== null && (name === 'search' || name === 'href')) reread(url.#params, url.search)
    }
    static canParse(address, base) {
      return URL.parse(address, base) !== null
    }
    static parse(address, base) {
      try {
        return new URL(address, base)
      } catch {
        return null
      }
    }
    get searchParams() {
      this.#params ??= new URLSearchParams(this.search, (query) => this.#take(host.changeUrl(this.href, 'search', query)))
      return this.#params
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
  }
  const { part, change } = URL
  delete URL.part
  delete URL.change
  PARTS.forEach((name, index) => {
    const property = { enumerable: true, configurable: true, get() { return part(this, index) } }
    if (name !== 'origin') property.set = function (value) { change(this, name, value) }
    Object.defineProperty(URL.prototype, name, property)
  })

  Object.assign(globalThis, { URL, URLSearchParams })
}
