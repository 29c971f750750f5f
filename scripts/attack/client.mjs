// HTTP for the attack: from a chosen address of this machine, to this machine only.
import { Agent, request } from 'node:http'

/** Only 127.0.0.0/8, ::1 and localhost: whoever wants to attack another machine has to write another program. */
export function loopback(address) {
  const url = new URL(address)
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'http:' || !isLoopback)
    throw new Error(`this script attacks its own machine only, not ${address}`)
  return url
}

/** A caller with one address (of 127.0.0.0/8) and a cookie jar of one line, as a browser has for one site. */
export class Client {
  constructor(base, { address = '127.0.0.1', sockets = 1, token } = {}) {
    this.base = loopback(base)
    this.agent = new Agent({ keepAlive: true, maxSockets: sockets, localAddress: address })
    this.token = token
    this.cookie = undefined
  }

  /** `{status, body, millis}`; a call that gets no answer has status 0. */
  call(method, path, { json, body, type, headers } = {}) {
    const url = loopback(new URL(path, this.base))
    const sent = json === undefined ? body : JSON.stringify(json)
    const all = {
      ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
      ...(sent !== undefined && { 'content-type': json === undefined ? type : 'application/json' }),
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...(this.cookie && { cookie: this.cookie }),
      ...headers,
    }
    const begun = performance.now()
    return new Promise((resolve) => {
      const done = (status, text) => resolve({ status, text, millis: performance.now() - begun })
      const asked = request(url, { method, agent: this.agent, headers: all, timeout: 30_000 }, (answer) => {
        const cookies = answer.headers['set-cookie']
        if (cookies) this.cookie = cookies.map((one) => one.split(';')[0]).join('; ')
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => done(answer.statusCode, Buffer.concat(parts).toString()))
        answer.on('error', () => done(0, ''))
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', (error) => done(0, error.message))
      asked.end(sent)
    })
  }

  async expect(status, ...call) {
    const answer = await this.call(...call)
    if (answer.status !== status)
      throw new Error(
        `${call[0]} ${call[1]}: ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`,
      )
    return answer.text ? JSON.parse(answer.text) : undefined
  }

  close() {
    this.agent.destroy()
  }
}

/** A `multipart/form-data` body: texts, and files as `{name, bytes, type}`. */
export function form(fields) {
  const boundary = '----tukio-attack'
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const isFile = typeof value === 'object'
    const file = isFile ? `; filename="${value.name}"\r\ncontent-type: ${value.type}` : ''
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), isFile ? value.bytes : Buffer.from(value), Buffer.from('\r\n')]
  })
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}
