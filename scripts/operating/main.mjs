#!/usr/bin/env node
// Runs the commands of docs/operating.md one after the other and checks what the manual promises. Called by `run`, which
// prepares a machine that may be spoilt.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '../wait-for.mjs'
import { checkOthers, checkUnits } from './checks.mjs'
import { factProblems, purchaseProblems } from './history.mjs'
import {
  blocks,
  edit,
  emptyMachine,
  expect,
  folder,
  installPostgres,
  isSilent,
  manual,
  manualMeanwhile,
  must,
  row,
  SETTINGS,
  SITE,
  shell,
  wasRun,
} from './machine.mjs'
import { NOT_RUN } from './manual.mjs'
import { begin, prepare } from './rush.mjs'

const POSTGRES_URL = 'postgres://tukio@%2Fvar%2Frun%2Fpostgresql/tukio'

/** Lines of a query on the database that the settings name. */
function query(sql) {
  const url = readFileSync(SETTINGS, 'utf8').match(/^TUKIO_DATABASE_URL='(.*)'$/m)?.[1]
  const [program, ...options] = url
    ? ['runuser', '-u', 'tukio', '--', 'psql', '--no-align', '--tuples-only', '--command', sql, url]
    : ['sqlite3', '-readonly', '/var/lib/tukio/tukio.db', sql]
  return execFileSync(program, options, { encoding: 'utf8', maxBuffer: 1e9 }).split('\n').filter(Boolean)
}

const facts = () => ['stock_facts', 'money_facts'].map((table) => query(`SELECT * FROM ${table} ORDER BY id`))
const payments = () => new Map(query('SELECT id, state FROM payments').map((line) => line.split('|')))

/** A line for each picture, with its checksum. */
const pictures = () =>
  must('pictures', shell('cd /var/lib/tukio/storage && find . -type f -exec sha256sum {} +'))
    .trim()
    .split('\n')

function told({ purchases, reads, failures }) {
  const bought = purchases.flat().filter((one) => one.payment).length
  return [`${bought} purchases, ${reads} pages and calls`, `${failures.length} failed`]
}

async function backUpInRush() {
  const rush = begin(await prepare(SITE))
  await sleep(18_000)
  const stored = pictures()
  const from = Date.now()
  await manualMeanwhile('backup')
  const to = Date.now()
  await sleep(8000)
  const history = await rush.stop()
  row('rush with a backup', ...told(history), `backup of ${to - from} ms`)
  expect(history.failures.length === 0, history.failures.slice(0, 5).join('\n'))
  return { history, from, to, pictures: stored, facts: facts(), payments: payments() }
}

function compare(engine, before) {
  const stored = payments()
  const copies = facts()
  const problems = [
    ...purchaseProblems(before.history.purchases, stored, before),
    ...copies.flatMap((copy, number) =>
      factProblems(before.facts[number], copy, { isOrdered: engine === 'SQLite' }),
    ),
  ]
  expect(problems.length === 0, problems.slice(0, 5).join('\n'))
  const restored = pictures()
  expect(
    before.pictures.every((one) => restored.includes(one)),
    'pictures are missing',
  )
  const [had, has] = [before.payments.size, stored.size]
  row(
    `restored on ${engine}`,
    `${has} of ${had} payments, a prefix`,
    `${copies.flat().length} of ${before.facts.flat().length} facts, ${before.pictures.length} files of pictures`,
  )
  expect(has > 0 && has < had, 'the backup was not made in the middle of the rush')
  // The canary: a gap is seen.
  const one = before.history.purchases.flat().find((bought) => bought.payment && bought.ended < before.from)
  stored.delete(one.payment)
  expect(
    purchaseProblems(before.history.purchases, stored, before).length > 0,
    'a missing purchase is not seen',
  )
}

async function upgradeInRush() {
  const rush = begin(await prepare(SITE))
  await sleep(5000)
  const from = Date.now()
  await manualMeanwhile('upgrade')
  const to = Date.now()
  await sleep(5000)
  const history = await rush.stop()
  const meanwhile = history.purchases.flat().filter((one) => one.ended > from && one.begun < to)
  row('rush with an upgrade', ...told(history), `${meanwhile.length} purchases during ${to - from} ms`)
  expect(history.failures.length === 0, history.failures.slice(0, 5).join('\n'))
  expect(meanwhile.length > 5, 'hardly anybody bought during the upgrade')
  const stored = payments()
  const lost = history.purchases.flat().filter((one) => stored.get(one.payment) !== 'succeeded')
  expect(lost.length === 0, `${lost.length} purchases are lost`)
}

/** A program that does not start leaves the old one in its place. */
async function upgradeToNothing() {
  const broken = join(folder, 'broken')
  writeFileSync(broken, '#!/bin/sh\n[ "$1" = --version ]\n', { mode: 0o755 })
  const { status, stderr } = shell(`tukio-upgrade ${broken}`)
  expect(status === 1 && stderr.includes('the old one goes on'), `an upgrade to nothing: ${status} ${stderr}`)
  expect(await waitFor(`${SITE}/readyz`, 5), 'the old program is gone')
  must('the old program', shell('cmp target/lto/tukio /usr/local/bin/tukio'))
  row('upgrade to a program that does not start', 'the old one goes on')
}

async function restartInRush() {
  const rush = begin(await prepare(SITE))
  await sleep(2000)
  const child = spawn('systemctl', ['restart', 'tukio@*'])
  await new Promise((resolve) => child.on('close', resolve))
  await sleep(3000)
  const history = await rush.stop()
  // The manual promises less here than for an upgrade.
  row('rush with a restart', ...told(history))
}

/** What the unit forbids is nothing that the server asks for. */
function checkJournal() {
  const journal = must('the journal', shell("journalctl --no-pager --output cat --unit 'tukio*'"))
  expect(journal.includes('Tukio est prêt'), 'the journal is empty')
  const refused = journal.split('\n').filter((line) => /not permitted|denied|read-only file/i.test(line))
  expect(refused.length === 0, refused.slice(0, 5).join('\n'))
}

async function onSqlite() {
  manual('install')
  manual('key')
  edit()
  checkUnits()
  expect(isSilent(manual('start')), 'tukio check is not silent')
  manual('caddy')
  expect(await waitFor(`${SITE}/readyz`, 20), 'nothing behind Caddy')
  manual('backup-timer')
  const before = await backUpInRush()
  await upgradeInRush()
  await upgradeToNothing()
  await restartInRush()
  manual('rotate')
  // The backup of the upgrade is the later one: it has all of the first rush.
  must('leaving the first backup', shell('ls -d /var/backups/tukio/20* | tail -n +2 | xargs rm -r'))
  const putBack = emptyMachine()
  manual('install')
  putBack()
  manual('restore-sqlite')
  expect(isSilent(manual('restore-pictures')), 'tukio check is not silent')
  compare('SQLite', before)
  expect(isSilent(manual('start')), 'tukio check is not silent')
  manual('caddy')
  expect(await waitFor(`${SITE}/readyz`, 20), 'the restored server does not answer')
}

/** Moves what the rushes have left from SQLite to PostgreSQL and back. */
async function move() {
  installPostgres()
  manual('postgres')
  const counts = []
  const toPostgres = () => manual('copy-to-postgres')
  const toSqlite = () => {
    must('putting the old file away', shell('rm /var/lib/tukio/tukio.db*'))
    manual('copy-to-sqlite')
  }
  for (const [copy, url] of [
    [toPostgres, POSTGRES_URL],
    [toSqlite, ''],
  ]) {
    copy()
    const before = [facts(), payments()]
    edit(url)
    expect(
      isDeepStrictEqual([facts(), payments()], before),
      `the copy to ${url || 'SQLite'} holds something else`,
    )
    expect(isSilent(manual('copied')), 'tukio check is not silent')
    expect(await waitFor(`${SITE}/readyz`, 20), `the server does not answer on ${url || 'SQLite'}`)
    counts.push(`${before[0].flat().length} facts, ${before[1].size} payments`)
  }
  row('moved to PostgreSQL and back', ...counts)
  must('the old one', shell('runuser -u postgres -- dropdb tukio; runuser -u postgres -- dropuser tukio'))
}

async function onPostgres() {
  emptyMachine()
  rmSync('/var/backups/kept', { recursive: true })
  manual('install')
  manual('key')
  edit(POSTGRES_URL)
  manual('postgres')
  expect(isSilent(manual('start')), 'tukio check is not silent')
  const before = await backUpInRush()
  const putBack = emptyMachine()
  must('the fire', shell('runuser -u postgres -- dropdb tukio; runuser -u postgres -- dropuser tukio'))
  manual('install')
  putBack()
  manual('postgres')
  manual('restore-postgres')
  expect(isSilent(manual('restore-pictures')), 'tukio check is not silent')
  compare('PostgreSQL', before)
  expect(isSilent(manual('start')), 'tukio check is not silent')
}

try {
  await onSqlite()
  await move()
  await onPostgres()
  checkJournal()
  checkOthers()
  for (const [name, why] of Object.entries(NOT_RUN)) row(`– "${name}" was not run`, why)
  const forgotten = [...blocks.keys()].filter((name) => !wasRun.has(name) && !(name in NOT_RUN))
  expect(forgotten.length === 0, `blocks of the manual that nobody ran: ${forgotten.join(', ')}`)
} catch (error) {
  console.error(
    shell("journalctl --no-pager --lines 60 --priority warning --unit 'tukio*' --unit caddy").stdout,
  )
  console.error(`✗ ${error.stack}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
