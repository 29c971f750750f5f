// The real server: a port of its own, an empty data folder of its own, demo data. Asked to stop like any service,
// it must end well and have logged no error.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const BINARY =
  process.env.E2E_BINARY ?? fileURLToPath(new URL('../../target/release/tukio', import.meta.url))
const READY = /^Tukio est prêt : (http\S+)$/m

export interface Server {
  url: string
  /** The file of its SQLite database. */
  database: string
  stop: () => Promise<void>
}

/** `smtpUrl`: where its mails go; `settings`: what is otherwise than usual. */
export async function startServer(smtpUrl: string, settings: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'tukio-e2e-'))
  const server = spawn(BINARY, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // The system chooses a free port; the server says which.
      TUKIO_LISTEN: '127.0.0.1:0',
      TUKIO_PUBLIC_URL: '',
      TUKIO_DATA_DIR: folder,
      TUKIO_DATABASE_URL: '',
      TUKIO_DEMO: '1',
      TUKIO_SMTP_URL: smtpUrl,
      TUKIO_LOG: 'warn',
      ...settings,
    },
  })
  const log = collectLog(server)
  const ended = once(server, 'exit') as Promise<[code: number | null, signal: string | null]>
  const url = await Promise.race([log.match(READY), ended.then(() => '')])
  const healthy = url && (await fetch(`${url}/healthz`)).ok

  async function stop() {
    server.kill('SIGTERM')
    const [code, signal] = await ended
    await rm(folder, { recursive: true })
    if (code !== 0) throw new Error(`the server ended with ${code ?? signal}:\n${log.text()}`)
    if (/ERROR|panicked/.test(log.text())) throw new Error(`the server logged an error:\n${log.text()}`)
  }

  if (healthy) return { url, database: join(folder, 'tukio.db'), stop }
  await stop()
  throw new Error(`the server is not healthy:\n${log.text()}`)
}

function collectLog(server: ChildProcess) {
  let text = ''
  const readers = new Set<() => void>()
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const read of readers) read()
    })
  }
  return {
    text: () => text,
    /** What the first group of the pattern catches, as soon as the log has it. */
    match: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        readers.add(() => {
          const [, found] = pattern.exec(text) ?? []
          if (found) resolve(found)
        })
      }),
  }
}
