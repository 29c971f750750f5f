#!/usr/bin/env node
// mutants.mjs [CRATE...]: cargo-mutants breaks one thing after another in the pure rules of money, stock, codes and the door,
// and the fast tests of the same crate have to notice. mutants.json says which files, and lists what no test can notice,
// each with the reason why it is harmless. Fails below its `least` percent, on a survivor that is not in the list, and on
// one in the list that does not survive.
//
// It works in a copy under .make/mutants, whose place never changes, so that dependencies are compiled once for all runs.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const FOLDER = join(ROOT, '.make/mutants')
const VERSION = '27.1.0'

/** What cargo-mutants found of each mutant, with the line of source that it changes. */
export function mutantsOf({ outcomes }, lineOf) {
  return outcomes
    .filter(({ scenario }) => scenario.Mutant)
    .map(({ scenario: { Mutant: mutant }, summary }) => ({
      summary,
      // Without line and column, which change with every line above.
      name: mutant.name.replace(/^(\S+?):\d+:\d+:/, '$1:'),
      line: lineOf(mutant.file, mutant.span.start.line).trim(),
    }))
}

/** How many mutants of a crate were noticed. One that never ends is noticed, one that does not compile proves nothing. */
export function countsOf(mutants) {
  const count = (summary) => mutants.filter((one) => one.summary === summary).length
  const [caught, missed, timeouts] = [count('CaughtMutant'), count('MissedMutant'), count('Timeout')]
  const judged = caught + missed + timeouts
  return {
    caught,
    missed,
    timeouts,
    unviable: count('Unviable'),
    percent: judged === 0 ? 0 : Math.floor(((caught + timeouts) * 1000) / judged) / 10,
  }
}

const isSame = (one, other) => one.name === other.name && one.line === other.line
const shown = ({ name, line }) => `${name}\n    in: ${line}`

/** What is wrong with the mutants of a crate, by the list of those that are known to survive. */
export function problemsOf(crate, mutants, { least, survivors }) {
  const counts = countsOf(mutants)
  const missed = mutants.filter((one) => one.summary === 'MissedMutant')
  const listed = survivors.filter(({ name }) => name.startsWith(`crates/${crate}/`))
  return [
    ...(counts.percent < least ? [`${crate}: ${counts.percent} % of the mutants are caught, ${least} % are wanted`] : []),
    ...missed
      .filter((one) => !listed.some((other) => isSame(one, other)))
      .map((one) => `${crate}: no test notices this, and mutants.json does not say why that is harmless:\n  ${shown(one)}`),
    ...listed
      .filter((one) => !missed.some((other) => isSame(one, other)))
      .map((one) => `${crate}: mutants.json lists what does not survive:\n  ${shown(one)}`),
    ...listed.filter(({ reason }) => !reason).map((one) => `${crate}: mutants.json gives no reason for:\n  ${shown(one)}`),
  ]
}

export function summaryOf(crate, { caught, missed, timeouts, unviable, percent }, seconds) {
  const length = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return (
    `| ${crate}: ${percent} % caught: ${caught} caught, ${timeouts} never ended, ${missed} survived, ` +
    `${unviable} did not compile; ${length} |`
  )
}

function install() {
  const folder = join(ROOT, '.make/cargo-mutants')
  const tool = join(folder, 'bin/cargo-mutants')
  const { stdout } = spawnSync(tool, ['mutants', '--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `cargo-mutants ${VERSION}`) return tool
  const wanted = ['cargo-mutants', '--version', VERSION, '--locked', '--force', '--root', folder]
  const { status, stderr } = spawnSync('cargo', ['install', '--quiet', ...wanted], { encoding: 'utf8' })
  if (status === 0) return tool
  console.error(stderr)
  return undefined
}

/** Copies what cargo needs. The copies are younger than anything that was compiled, so nothing of an earlier mutant stays. */
function copySources(tree) {
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  for (const name of ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'bench', 'crates', 'migrations']) {
    cpSync(join(ROOT, name), join(tree, name), { recursive: true })
  }
}

/** Runs one crate's mutants and returns what became of them. */
function run(tool, tree, crate, { files, tests }) {
  const output = join(FOLDER, crate)
  mkdirSync(output, { recursive: true })
  rmSync(join(output, 'mutants.out'), { recursive: true, force: true })
  const options = ['--in-place', '--no-config', '--profile', 'mutants', '--minimum-test-timeout', '60', '--colors', 'never']
  const chosen = files.flatMap((file) => ['--file', `crates/${crate}/${file}`])
  // What follows `--` would hold for running the tests only, and not for compiling them.
  const judges = tests.map((test) => `--cargo-arg=${test}`)
  const { status } = spawnSync(
    tool,
    ['mutants', ...options, '--output', output, '--package', crate, ...chosen, ...judges],
    {
      cwd: tree,
      stdio: 'inherit',
      env: {
        ...process.env,
        CARGO_TARGET_DIR: join(FOLDER, 'target'),
        // The same values in every run, and none that an earlier mutant left: whether a mutant is caught is no matter of luck.
        PROPTEST_RNG_SEED: '1',
        PROPTEST_DISABLE_FAILURE_PERSISTENCE: '1',
        MUTATIONS: '500',
      },
    },
  )
  // 2 and 3: some survived, or never ended. Whether that is a problem is decided here.
  if (![0, 2, 3].includes(status)) throw new Error(`cargo-mutants ended with ${status} for ${crate}`)
  const read = (name) => readFileSync(name, 'utf8')
  const lineOf = (file, line) => read(join(tree, file)).split('\n')[line - 1] ?? ''
  return mutantsOf(JSON.parse(read(join(output, 'mutants.out/outcomes.json'))), lineOf)
}

function main(names) {
  const rules = JSON.parse(readFileSync(join(ROOT, 'scripts/mutants.json'), 'utf8'))
  const crates = names.length > 0 ? names : Object.keys(rules.crates)
  const unknown = crates.filter((crate) => !rules.crates[crate])
  if (unknown.length > 0) throw new Error(`mutants.json has no ${unknown.join(', ')}`)
  execFileSync(join(ROOT, 'scripts/need'), ['cargo', 'Install Rust 1.95 or newer (https://rustup.rs).'])
  const tool = install()
  if (!tool) {
    console.log(`| – mutants: not made, because cargo-mutants ${VERSION} can't be installed from crates.io |`)
    return
  }
  const tree = join(FOLDER, 'tree')
  copySources(tree)
  const results = crates.map((crate) => {
    const begun = Date.now()
    const mutants = run(tool, tree, crate, rules.crates[crate])
    const summary = summaryOf(crate, countsOf(mutants), (Date.now() - begun) / 1000)
    console.log(summary)
    return { summary, problems: problemsOf(crate, mutants, rules) }
  })
  const problems = results.flatMap((one) => one.problems)
  for (const problem of problems) console.error(`✗ ${problem}`)
  if (problems.length > 0) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
