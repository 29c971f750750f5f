// A thin line to a port of this machine: 400 kbit/s and 400 ms for each round, handshakes included. The browser's own emulation
// delays requests and not connections, so that it can't tell one connection from six.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { RATE, ROUND_MS } from './slow-phone.ts'

/** What TCP sends before the first acknowledgement: more of one connection is not on the line at once. */
const ON_THE_WAY = 14_600
const PACKET = 1460

export interface ThinLine {
  port: number
  stop: () => Promise<void>
}

export async function startThinLine(target: number): Promise<ThinLine> {
  const up = new Direction()
  const down = new Direction()
  const sockets = new Set<Socket>()
  const line = createServer((client) => {
    const server = connect(target, '127.0.0.1')
    // Here the connection stands at once; over the line that would have taken a round.
    up.join(client, server, ROUND_MS)
    down.join(server, client, 0)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    port: (line.address() as AddressInfo).port,
    stop: async () => {
      line.close()
      for (const socket of sockets) socket.destroy()
      await once(line, 'close')
    },
  }
}

/** One way of the line, shared by all connections. */
class Direction {
  /** When the last packet so far has left. */
  private free = 0

  join(from: Socket, to: Socket, handshake: number): void {
    const open = performance.now() + handshake
    // Timers of the same moment may be late in any order; bytes may not.
    const onTheWay: (() => void)[] = []
    const send = (bytes: number, deliver: () => void) => {
      onTheWay.push(deliver)
      setTimeout(
        () => onTheWay.shift()?.(),
        Math.max(this.leave(bytes), open) + ROUND_MS / 2 - performance.now(),
      )
    }
    let waiting = 0
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PACKET) {
        const packet = bytes.subarray(at, at + PACKET)
        waiting += packet.length
        send(packet.length, () => {
          waiting -= packet.length
          to.write(packet)
          if (waiting < ON_THE_WAY) from.resume()
        })
      }
      if (waiting >= ON_THE_WAY) from.pause()
    })
    from.on('end', () => send(0, () => to.end()))
  }

  private leave(bytes: number): number {
    this.free = Math.max(performance.now(), this.free) + (1000 * bytes) / RATE
    return this.free
  }
}
