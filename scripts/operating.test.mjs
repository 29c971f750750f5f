// The manual and deploy/ agree with the program and with the script that tries them. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { factProblems, purchaseProblems } from './operating/history.mjs'
import { blocksIn, NOT_RUN, ROOT } from './operating/manual.mjs'

const yaml = createRequire(join(ROOT, 'web/package.json'))('js-yaml')
const read = (path) => readFileSync(join(ROOT, path), 'utf8')

const sources = readdirSync(join(ROOT, 'crates'), { recursive: true })
  .filter((path) => path.endsWith('.rs') && path.includes('/src/'))
  .map((path) => read(join('crates', path)))
  .join('\n')

/** Names that the program counts under, and those that Prometheus makes of a histogram. */
const counted = [...sources.matchAll(/metrics::(counter|gauge|histogram)!\(\s*"(\w+)"/g)].map(
  ([, kind, name]) => ({ kind, name }),
)

/** Names of metrics in an expression of PromQL. */
function metricsIn(expression) {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without)\s*\([^)]*\)|\boffset\s+\w+/g, ' ')
  const words = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/g)].map(([, word]) => word)
  // Aggregations have lost the list behind them.
  return words.filter((word) => !['and', 'or', 'unless', 'sum', 'min', 'max', 'up'].includes(word))
}

const alerts = yaml.load(read('deploy/prometheus-alerts.yml')).groups.flatMap((group) => group.rules)
const panels = JSON.parse(read('deploy/grafana-dashboard.json')).panels
const shown = panels.flatMap((panel) => panel.targets ?? []).map((target) => target.expr)

test('names are found in expressions', () => {
  const expression =
    'histogram_quantile(0.99, sum by (le) (rate(a_bucket{x="y_z"}[5m]))) > 1 or (b_total unless b_total offset 10m) > 0'
  assert.deepEqual(metricsIn(expression), ['a_bucket', 'b_total', 'b_total'])
})

test('alerts and dashboard name only metrics that the program has', () => {
  const known = new Set(
    counted.flatMap(({ kind, name }) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
  assert.ok(known.size > 15)
  for (const expression of [...alerts.map((alert) => alert.expr), ...shown]) {
    const names = metricsIn(expression)
    assert.ok(names.length > 0 || expression.includes('up{'), expression)
    for (const name of names) assert.ok(known.has(name), `${name} in ${expression}`)
  }
})

test('the dashboard shows every metric that the program has', () => {
  const text = shown.join(' ')
  for (const { name } of counted) assert.ok(text.includes(name), name)
})

test('every alert says what it is and what to do', () => {
  for (const { alert, labels, annotations } of alerts) {
    assert.ok(['page', 'warn'].includes(labels.severity), alert)
    assert.ok(annotations.summary && annotations.action, alert)
  }
})

test('the example lists every setting of the program, in its order, and nothing else', () => {
  const list = read('crates/tukio/src/settings.rs').match(/SETTINGS: &\[&str\] = &\[([^\]]*)\]/)[1]
  const lines = read('deploy/tukio.env.example')
    .split('\n')
    .filter((line) => /^#?TUKIO_/.test(line))
  assert.deepEqual(
    lines.map((line) => line.match(/^#?(\w+)/)[1]),
    [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name),
  )
  // What systemd and a shell read alike.
  for (const line of lines) assert.match(line, /^#?TUKIO_[A-Z_]+='[^']*'$/)
})

test('settings that the units set are off in the example', () => {
  const names = ['tukio@.service', 'tukio-backup.service'].flatMap((unit) =>
    [...read(`deploy/${unit}`).matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name),
  )
  assert.ok(names.includes('TUKIO_LISTEN'))
  for (const name of names) assert.match(read('deploy/tukio.env.example'), new RegExp(`^#${name}=`, 'm'))
})

const seconds = (path, name) =>
  Number(read(path).match(new RegExp(`${name}: Duration = Duration::from_secs\\((\\d+)\\)`))[1])

test('systemd waits longer for the end of the server than the server for its requests and mails', () => {
  const needed =
    seconds('crates/platform/src/server.rs', 'SHUTDOWN_TIMEOUT') +
    seconds('crates/tukio/src/main.rs', 'LAST_MAILS')
  const given = Number(read('deploy/tukio@.service').match(/^TimeoutStopSec=(\d+)$/m)[1])
  assert.ok(given >= needed + 10, `${given} seconds for ${needed}`)
})

test('a proxy gives up an idle connection before the server does', () => {
  const server = seconds('crates/platform/src/server.rs', 'HEADER_TIMEOUT')
  assert.ok(Number(read('deploy/Caddyfile').match(/keepalive (\d+)s/)[1]) < server)
  assert.ok(Number(read('deploy/nginx.conf').match(/keepalive_timeout (\d+)s/)[1]) < server)
})

const manual = read('docs/operating.md')
const commandBlocks = blocksIn(manual).filter((block) => block.language === 'sh')

test('every command of the manual has a name, and is run by the script or said not to be', () => {
  const script = ['main', 'machine', 'checks'].map((name) => read(`scripts/operating/${name}.mjs`)).join('\n')
  const run = new Set([...script.matchAll(/\bmanual(?:Meanwhile)?\('([\w-]+)'/g)].map(([, name]) => name))
  const names = commandBlocks.map((block) => block.name)
  assert.equal(names.length, manual.match(/^```sh/gm).length)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual([...run, ...Object.keys(NOT_RUN)].sort(), names.sort())
})

test('the manual names files that are there, and its YAML can be read', () => {
  for (const [path] of `${manual}\n${read('README.md')}`.matchAll(/\bdeploy\/[\w@.-]*\w/g))
    assert.ok(existsSync(join(ROOT, path)), path)
  const blocks = blocksIn(manual).filter((block) => block.language === 'yaml')
  assert.deepEqual(
    blocks.map(({ text }) => yaml.load(text).scrape_configs[0].job_name),
    ['tukio'],
  )
})

test('every file of deploy/ is named in the manual or by another file there', () => {
  const texts = [manual, ...readdirSync(join(ROOT, 'deploy')).map((name) => read(`deploy/${name}`))]
  for (const name of readdirSync(join(ROOT, 'deploy')))
    assert.ok(
      texts.some((text) => text.includes(name)),
      name,
    )
})

test('a copy that is no prefix of history is seen', () => {
  const purchases = [
    [
      { begun: 1, ended: 2, payment: 'a' },
      { begun: 3, ended: 6, payment: 'b' },
      { begun: 8, ended: 9, payment: 'c' },
    ],
  ]
  const during = { from: 5, to: 7 }
  const problems = (...stored) => purchaseProblems(purchases, new Map(stored), during).length
  assert.equal(problems(['a', 'succeeded']), 0)
  assert.equal(problems(['a', 'succeeded'], ['b', 'pending']), 0)
  assert.equal(problems(['a', 'pending']), 1, 'it was told before')
  assert.equal(problems(['a', 'succeeded'], ['b', 'pending'], ['c', 'pending']), 1, 'it began afterwards')
  assert.ok(problems(['b', 'pending']) > 1, 'there is a gap')
  assert.equal(factProblems(['1', '2', '3'], ['1', '2'], { isOrdered: true }).length, 0)
  assert.equal(factProblems(['1', '2', '3'], ['1', '3'], { isOrdered: true }).length, 1)
  assert.equal(factProblems(['1', '2', '3'], ['3', '1'], { isOrdered: false }).length, 0)
  assert.equal(factProblems(['1', '2', '3'], ['4'], { isOrdered: false }).length, 1)
})
