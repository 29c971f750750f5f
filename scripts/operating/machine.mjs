// The machine that the manual's commands are run on, and the little that has to be done there besides.
import { spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands, ROOT } from './manual.mjs'

export const SITE = 'http://127.0.0.1:8000'
export const SETTINGS = '/etc/tukio/tukio.env'
const KEPT = ['/etc/tukio/tukio.key', SETTINGS]

export const blocks = commands()
export const wasRun = new Set()

// The commands are run from here: the sources and the program, as after `make build`.
export const folder = mkdtempSync(join(tmpdir(), 'tukio-manual.'))
mkdirSync(join(folder, 'target/lto'), { recursive: true })
symlinkSync(process.env.OPERATING_BINARY, join(folder, 'target/lto/tukio'))
symlinkSync(join(ROOT, 'deploy'), join(folder, 'deploy'))

export const shell = (text, host = ':8000') =>
  spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', text], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: '/root', LANG: 'C.UTF-8', host },
    encoding: 'utf8',
  })

export function must(what, { status, stdout, stderr, error }) {
  if (status !== 0) throw new Error(`${what} failed (${status ?? error}):\n${stdout}${stderr}`)
  return stdout
}

/** Runs a block of the manual. */
export function manual(name, host) {
  const printed = must(`the block "${name}"`, shell(blocks.get(name), host))
  wasRun.add(name)
  return printed
}

/** The same while this program does other things. */
export async function manualMeanwhile(name) {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', blocks.get(name)], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: '/root', LANG: 'C.UTF-8' },
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part))
  const status = await new Promise((resolve) => child.on('close', resolve))
  must(`the block "${name}"`, { status, stdout: Buffer.concat(said).toString(), stderr: '' })
  wasRun.add(name)
}

export function expect(isSo, sentence) {
  if (!isSo) throw new Error(sentence)
}

export const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)

function set(name, value) {
  const settings = readFileSync(SETTINGS, 'utf8')
  writeFileSync(
    SETTINGS,
    settings.replace(new RegExp(`^#?${name}=.*$`, 'm'), () => `${name}='${value}'`),
  )
}

/** As somebody edits the settings, but that no money moves and no mail leaves. Without a URL the database is SQLite's. */
export function edit(databaseUrl = '') {
  set('TUKIO_PUBLIC_URL', SITE)
  set('TUKIO_PAYMENTS', 'sandbox')
  set('TUKIO_ALLOW_SANDBOX', '1')
  set('TUKIO_PAWAPAY_TOKEN', '')
  set('TUKIO_SMTP_URL', '')
  set('TUKIO_DATABASE_URL', databaseUrl)
}

/** Whether `tukio check` had nothing to report. */
export const isSilent = (printed) => printed.endsWith('Rien à signaler.\n')

/** What is left of a machine that burnt down: the backups, the key and the settings. */
export function emptyMachine() {
  must('the fire', shell("systemctl stop 'tukio@*'"))
  const kept = KEPT.map((path) => [path, readFileSync(path)])
  for (const path of ['/etc/tukio', '/var/lib/tukio']) rmSync(path, { recursive: true })
  for (const name of readdirSync('/usr/local/bin').filter((name) => name.startsWith('tukio')))
    rmSync(join('/usr/local/bin', name))
  must(
    'the fire',
    shell('userdel tukio; rm /etc/systemd/system/tukio*; mv /var/backups/tukio /var/backups/kept'),
  )
  return () => {
    for (const [path, content] of kept) writeFileSync(path, content)
    must('putting back', shell('cp -r /var/backups/kept/* /var/backups/tukio/ && rm -r /var/backups/kept'))
    manual('restore-settings')
  }
}

/** The throw-away PostgreSQL at Debian's place, with Debian's superuser and Debian's way to tell who connects. */
export function installPostgres() {
  const url = process.env.TEST_POSTGRES_URL
  const sql = (text, user = 'tukio') => {
    const options = ['--no-align', '--tuples-only', '--command', text, url.replace('tukio@', `${user}@`)]
    return must('psql', spawnSync('psql', options, { encoding: 'utf8' })).trim()
  }
  sql('CREATE ROLE postgres SUPERUSER LOGIN')
  sql('ALTER ROLE tukio RENAME TO maker', 'postgres')
  writeFileSync(sql('SHOW hba_file', 'postgres'), 'local all all peer\nhost all all 127.0.0.1/32 trust\n')
  sql('SELECT pg_reload_conf()', 'postgres')
  const [sockets, port] = [sql('SHOW unix_socket_directories', 'postgres'), new URL(url).port]
  const place = '/run/postgresql'
  // Not a link: the unit has a /tmp of its own.
  const mount = `chmod 755 ${sockets}; mkdir -p ${place}; mount --bind ${sockets} ${place}`
  must('the socket', shell(`${mount}; ln -s .s.PGSQL.${port} ${place}/.s.PGSQL.5432`))
}
