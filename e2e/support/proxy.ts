// A network that breaks when it is told to: a proxy before the server that passes everything on, byte for byte, until
// then. Between a browser and a server on one machine nothing else breaks in the middle.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  url: string
  /** Requests that begin like this get no further than so many bytes. Resolves when one has come so far. */
  stall: (request: string, bytes: number) => Promise<void>
  /** Breaks the connections that stall, and those that come to that point later. */
  cut: () => void
  /** Requests that begin like this are heard by the server, and their answers never arrive. */
  loseAnswers: (request: string) => void
  /** Requests that begin like this are answered so many milliseconds later than they could be. */
  delayAnswers: (request: string, milliseconds: number) => void
  /** Every connection breaks, and none can be made. */
  goDown: () => void
  heal: () => void
  /** Bytes that came from the server so far, headers and all. */
  received: () => number
  stop: () => Promise<void>
}

type Fault =
  | { kind: 'none' | 'down' }
  | { kind: 'stall' | 'cut'; request: string; bytes: number; reached: () => void }
  | { kind: 'lost'; request: string }
  | { kind: 'late'; request: string; milliseconds: number }

const REQUEST = /^[A-Z]+ \//

export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const lines = new Set<Line>()
  let fault: Fault = { kind: 'none' }
  let received = 0
  const server = createServer((client) => {
    if (fault.kind === 'down') return client.destroy()
    const way = connect(Number(port), hostname)
    way.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    lines.add(new Line(client, way, () => fault))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const breakThose = (which: (line: Line) => boolean) => {
    for (const line of lines) if (which(line)) line.break()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall: (request, bytes) =>
      new Promise((reached) => {
        fault = { kind: 'stall', request, bytes, reached }
      }),
    cut: () => {
      if (fault.kind === 'stall') fault = { ...fault, kind: 'cut' }
      breakThose((line) => line.stalled)
    },
    loseAnswers: (request) => {
      fault = { kind: 'lost', request }
    },
    delayAnswers: (request, milliseconds) => {
      fault = { kind: 'late', request, milliseconds }
    },
    goDown: () => {
      fault = { kind: 'down' }
      breakThose(() => true)
    },
    heal: () => {
      fault = { kind: 'none' }
    },
    received: () => received,
    stop: async () => {
      server.close()
      breakThose(() => true)
      await once(server, 'close')
    },
  }
}

/** One connection of the browser's, and the one to the server that belongs to it. */
class Line {
  stalled = false
  /** How much of the request that the fault is about has passed; none of another request. */
  private passed: number | null = null

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly fault: () => Fault,
  ) {
    client.on('data', (bytes: Buffer) => this.ask(bytes))
    server.on('data', (bytes: Buffer) => this.answer(bytes))
    for (const end of [client, server]) end.on('error', () => this.break()).on('close', () => this.break())
  }

  break(): void {
    this.client.destroy()
    this.server.destroy()
  }

  private ask(bytes: Buffer): void {
    const fault = this.fault()
    // A browser asks one thing after the other: where a request begins, a packet does.
    const begin = bytes.subarray(0, 100).toString('latin1')
    if (REQUEST.test(begin)) this.passed = 'request' in fault && begin.startsWith(fault.request) ? 0 : null
    const rest =
      'bytes' in fault && this.passed !== null ? Math.max(0, fault.bytes - this.passed) : bytes.length
    this.server.write(bytes.subarray(0, rest))
    if (this.passed !== null) this.passed += Math.min(rest, bytes.length)
    if (rest >= bytes.length) return
    if (fault.kind === 'cut') this.break()
    this.stalled = true
    this.client.pause()
    if ('reached' in fault) fault.reached()
  }

  private answer(bytes: Buffer): void {
    const fault = this.fault()
    if (fault.kind === 'lost' && this.passed !== null) this.break()
    else if (fault.kind === 'late' && this.passed !== null)
      setTimeout(() => this.client.write(bytes), fault.milliseconds)
    else this.client.write(bytes)
  }
}
