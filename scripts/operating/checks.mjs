// What other programs say about the files of deploy/.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, manual, must, row, shell } from './machine.mjs'
import { NOT_RUN, ROOT } from './manual.mjs'

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
