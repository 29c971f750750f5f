// What other programs say about the files of deploy/.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buy } from '../attack/buyers.mjs'
import { openSale, register } from '../attack/stage.mjs'
import { waitFor } from '../wait-for.mjs'
import { expect, folder, manual, must, row, shell } from './machine.mjs'
import { NOT_RUN, ROOT } from './manual.mjs'
import { permitted, refused } from './system-calls.mjs'

/** Of a hundred; systemd calls up to 20 well protected. */
const MOST_EXPOSED = 20

export function checkUnits() {
  const units = ['tukio@.service', 'tukio-backup.service', 'tukio-backup.timer'].map((name) =>
    join('/etc/systemd/system', name),
  )
  const verified = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
  if (verified.error) return row('systemd-analyze', 'not here')
  expect(
    verified.status === 0 && !verified.stderr.includes('tukio'),
    `systemd-analyze verify: ${verified.stderr}`,
  )
  for (const unit of units.slice(0, 2)) {
    const options = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit]
    const printed = must(
      'systemd-analyze security',
      spawnSync('systemd-analyze', options, { encoding: 'utf8' }),
    )
    row('systemd-analyze', printed.trim().split('\n').at(-1).replace('→ ', ''))
  }
}

export async function traceCalls() {
  const trace = join(folder, 'trace')
  writeFileSync(trace, '')
  must('trace', shell(`chown tukio: ${trace}; chmod 711 ${folder}`))
  const [home, url] = [mkdtempSync('/var/lib/tukio-traced.'), 'http://127.0.0.1:8090']
  execFileSync('chown', ['tukio:', home])
  const options = [
    '--reuid=tukio',
    '--regid=tukio',
    '--init-groups',
    'strace',
    '-f',
    '-qq',
    '-o',
    trace,
    '/usr/local/bin/tukio',
  ]
  const settings = {
    TUKIO_LISTEN: '127.0.0.1:8090',
    TUKIO_METRICS_LISTEN: '127.0.0.1:18090',
    TUKIO_DATA_DIR: home,
    TUKIO_DEMO: '1',
  }
  const child = spawn('setpriv', options, { env: { PATH: process.env.PATH, ...settings }, stdio: 'ignore' })
  expect(await waitFor(`${url}/readyz`, 120), 'the traced server does not start')
  const owner = await register(url, 'suivie', '127.0.0.1')
  const { type } = await openSale(owner, 5)
  const bought = await buy(owner.client, type)
  expect(bought.payment, bought.why)
  const { results } = await owner.client.expect(200, 'GET', '/api/my-tickets/')
  for (const path of ['/', '/api/events/', `/api/my-tickets/${results[0].id}/ticket.pdf`])
    await owner.client.call('GET', path)
  owner.client.close()
  // strace passes it on to the server.
  child.kill('SIGTERM')
  await new Promise((resolve) => child.on('close', resolve))
  const unit = readFileSync('/etc/systemd/system/tukio@.service', 'utf8')
  const problems = refused(readFileSync(trace, 'utf8'), permitted(unit))
  expect(problems.length === 0, `the unit does not permit: ${problems.join(', ')}`)
  row(
    'system calls',
    `${readFileSync(trace, 'utf8').split('\n').length} traced`,
    'all are permitted by the unit',
  )
}

export function checkOthers() {
  const host = 'tukio.example'
  const certificate = '/etc/letsencrypt/live/tukio.example'
  must(
    'a certificate',
    shell(
      `mkdir -p ${certificate}; openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=${host} -days 1 -keyout ${certificate}/privkey.pem -out ${certificate}/fullchain.pem`,
    ),
  )
  must('Caddy', shell('systemctl stop caddy'))
  manual('nginx', host)
  must('nginx', shell('systemctl stop nginx'))
  row('nginx -t', 'silent')
  if (spawnSync('promtool', ['--version']).error) {
    NOT_RUN.alerts = 'promtool is not here'
  } else {
    mkdirSync('/etc/prometheus', { recursive: true })
    row('promtool', manual('alerts').match(/SUCCESS.*/)[0])
  }
  const linter = spawnSync('hadolint', [join(ROOT, 'deploy/Containerfile')], { encoding: 'utf8' })
  row('hadolint', linter.error ? 'not here' : must('hadolint', linter) || 'silent')
}
