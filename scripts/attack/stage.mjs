// The stage: a release server of its own in an empty folder, an event that everybody wants, and people with accounts.
import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '../wait-for.mjs'
import { Client, form } from './client.mjs'

export const PASSWORD = 'une-phrase-de-passe'

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Starts the server as `tukio serve` does by default, but for where it listens and keeps its data. */
export async function startServer(binary) {
  const folder = mkdtempSync(join(tmpdir(), 'tukio-attack.'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(folder, 'log')
  const output = openSync(log, 'w')
  const settings = { TUKIO_LISTEN: `127.0.0.1:${port}`, TUKIO_DATA_DIR: join(folder, 'data') }
  const child = spawn(binary, [], { env: { ...process.env, ...settings }, stdio: ['ignore', output, output] })
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', stop)
  if (!(await waitFor(`${url}/readyz`, 30)))
    throw new Error(`the server did not start:\n${readFileSync(log, 'utf8')}`)
  return { url, isAlive: () => child.exitCode === null && child.signalCode === null }
}

let numbers = 0

/** A person with an account, who calls from this address. */
export async function register(url, name, address) {
  numbers += 1
  const client = new Client(url, { address })
  const phone = `0990${String(numbers).padStart(6, '0')}`
  const body = { username: name, phone, password: PASSWORD, password2: PASSWORD }
  const { access } = await client.expect(201, 'POST', '/api/register/', { json: body })
  client.token = access
  return { name, phone, client }
}

/** An event in a month with so many places of one type. Answers the id of the type. */
export async function openSale(owner, places) {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const event = form({
    name: 'Concert que tout le monde veut voir',
    category: 'Concerts',
    started_at: day,
    hour: '19:00',
    address: 'Avenue du Stade',
    town: 'Lubumbashi',
    is_public: 'true',
    ttype: JSON.stringify([{ label: 'Debout', price: 10, nbr_max: places, devise: 'USD' }]),
  })
  const stored = await owner.client.expect(201, 'POST', '/api/events/', event)
  return { event: stored.id, type: stored.ttype[0].id }
}
