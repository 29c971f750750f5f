#!/usr/bin/env node
// Looks for known vulnerabilities in what the lock files pin, and says plainly where it can't.
//
// Crates (Cargo.lock) are compared with a folder of the RustSec database: the one that RUSTSEC_DB names, one that cargo-audit
// or cargo-deny left on this machine, or a clone that is made now if GitHub can be reached. npm packages (web/, e2e/) are
// asked for at the registry by `npm audit`. An advisory that concerns us fails, unless dependencies.json says why not; that
// somebody no longer maintains a crate is told and does not fail.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isForAnotherSystem, npmPackages, readCargoLock, readNpmLock } from './lock-files.mjs'
import { isDatabase, search } from './rustsec.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const REMARKS = ['unmaintained', 'notice']

/** Lines about the crates, and what is wrong. `reasons`: advisories that don't concern us, each with why. */
export function crateReport({ found, newest, known }, count, reasons) {
  const line = ({ advisory, package: one }) =>
    `${one.name} ${one.version}: ${advisory.id}${advisory.informational ? ` (${advisory.informational})` : ''} ${advisory.title}`
  const open = found.filter(({ advisory }) => !reasons[advisory.id])
  const isRemark = ({ advisory }) => REMARKS.includes(advisory.informational)
  const concerned = new Set(found.map(({ advisory }) => advisory.id))
  const outdated = Object.keys(reasons).filter((id) => known.has(id) && !concerned.has(id))
  const problems = [
    ...open.filter((one) => !isRemark(one)).map(line),
    ...outdated.map((id) => `dependencies.json explains an advisory that concerns nothing here: ${id}`),
  ]
  const mark = problems.length > 0 ? '✗' : '✓'
  const explained = found.length - open.length
  return {
    lines: [
      `${mark} known vulnerabilities of ${count} crates: ${open.filter((one) => !isRemark(one)).length} open, ` +
        `${explained} explained (RustSec database, newest advisory of ${newest})`,
      ...open.filter(isRemark).map((one) => `  remark: ${line(one)}`),
    ],
    problems,
  }
}

/** What `npm audit --json` found in one lock file, or undefined if it answered something else. */
export function npmFindings(answer) {
  if (!answer?.vulnerabilities || !answer.metadata) return undefined
  return Object.values(answer.vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((cause) => typeof cause === 'object')
      .map((cause) => ({ name, id: cause.url.split('/').at(-1), title: cause.title })),
  )
}

function askNpm(folder) {
  const options = ['audit', '--package-lock-only', '--json', '--fetch-retries=0']
  const run = {
    cwd: join(ROOT, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  }
  try {
    return JSON.parse(execFileSync('npm', options, run))
  } catch (error) {
    // npm ends with 1 both when it found something and when nobody answered: its output tells which.
    try {
      return JSON.parse(error.stdout)
    } catch {
      return undefined
    }
  }
}

function npmReport(folder, reasons) {
  const count = npmPackages(readNpmLock(ROOT, folder)).filter((one) => !isForAnotherSystem(one)).length
  const findings = npmFindings(askNpm(folder))
  if (!findings) {
    const line = `– known vulnerabilities of ${count} npm packages of ${folder}/: not looked for, because the registry does not answer \`npm audit\``
    return { lines: [line], problems: [] }
  }
  const open = findings.filter(({ id }) => !reasons[id])
  const mark = open.length > 0 ? '✗' : '✓'
  return {
    lines: [`${mark} known vulnerabilities of ${count} npm packages of ${folder}/: ${open.length} open`],
    problems: open.map(({ name, id, title }) => `${folder}: ${name}: ${id} ${title}`),
  }
}

function foldersOfTools() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
  const deny = join(cargo, 'advisory-dbs')
  const cloned = existsSync(deny) ? readdirSync(deny).map((name) => join(deny, name)) : []
  return [join(cargo, 'advisory-db'), ...cloned].filter(isDatabase)
}

/** The folder of the RustSec database, or undefined where it can't be had. */
function findDatabase() {
  const named = process.env.RUSTSEC_DB
  if (named) {
    if (isDatabase(named)) return named
    throw new Error(`RUSTSEC_DB is not a folder of the RustSec database: ${named}`)
  }
  const folder = join(ROOT, '.make/advisory-db')
  const git = (...options) =>
    execFileSync('git', options, {
      stdio: 'ignore',
      timeout: 120_000,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    })
  try {
    if (isDatabase(folder)) git('-C', folder, 'pull', '--quiet', '--depth=1', '--rebase')
    else git('clone', '--quiet', '--depth=1', 'https://github.com/rustsec/advisory-db', folder)
    return folder
  } catch {
    return [folder, ...foldersOfTools()].find(isDatabase)
  }
}

function main() {
  const rules = JSON.parse(readFileSync(join(ROOT, 'scripts/dependencies.json'), 'utf8'))
  const crates = readCargoLock(ROOT).filter((one) => one.checksum)
  const database = findDatabase()
  const reports = [
    database
      ? crateReport(search(database, crates), crates.length, rules.advisories)
      : {
          lines: [
            `– known vulnerabilities of ${crates.length} crates: not looked for, because no RustSec database can be had ` +
              '(RUSTSEC_DB may name a copy of it)',
          ],
          problems: [],
        },
    ...['web', 'e2e'].map((folder) => npmReport(folder, rules.advisories)),
  ]
  for (const line of reports.flatMap((one) => one.lines)) console.log(line)
  const problems = reports.flatMap((one) => one.problems)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
