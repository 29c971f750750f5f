// What cargo-mutants writes is read, and what mutants.json does not explain is seen. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { countsOf, mutantsOf, problemsOf, summaryOf } from './mutants.mjs'

const FILE = 'crates/domain/src/money.rs'
const SOURCE = ['impl Money {', '    price.minor <= HIGHEST', '    minor * 100', '}']

const outcome = (line, change, summary) => ({
  scenario: {
    Mutant: { name: `${FILE}:${line}:17: ${change}`, file: FILE, span: { start: { line, column: 17 } } },
  },
  summary,
})

const REPORT = {
  outcomes: [
    { scenario: 'Baseline', summary: 'Success' },
    outcome(2, 'replace <= with > in Money::parse_price', 'CaughtMutant'),
    outcome(2, 'replace <= with < in Money::parse_price', 'MissedMutant'),
    outcome(3, 'replace * with + in Money::times', 'Timeout'),
    outcome(3, 'replace Money::times -> Money with Default::default()', 'Unviable'),
  ],
}

const MUTANTS = mutantsOf(REPORT, (file, line) => (file === FILE ? SOURCE[line - 1] : ''))
const SURVIVOR = {
  name: `${FILE}: replace <= with < in Money::parse_price`,
  line: 'price.minor <= HIGHEST',
  reason: 'a price of a thousand million is nobody’s',
}

test('a mutant is known by its change and its line, wherever that line stands', () => {
  assert.equal(MUTANTS.length, 4)
  assert.deepEqual(MUTANTS[1], { name: SURVIVOR.name, line: SURVIVOR.line, summary: 'MissedMutant' })
})

test('one that never ends is noticed, and one that does not compile is not counted', () => {
  const counts = countsOf(MUTANTS)
  assert.deepEqual(counts, { caught: 1, missed: 1, timeouts: 1, unviable: 1, percent: 66.6 })
  assert.equal(
    summaryOf('domain', counts, 125),
    '| domain: 66.6 % caught: 1 caught, 1 never ended, 1 survived, 1 did not compile; 2 min 5 s |',
  )
  assert.equal(countsOf([]).percent, 0)
})

test('too few that are caught are a problem, and so is a survivor without a reason', () => {
  assert.deepEqual(problemsOf('domain', MUTANTS, { least: 66, survivors: [SURVIVOR] }), [])
  const [few, ...others] = problemsOf('domain', MUTANTS, { least: 90, survivors: [SURVIVOR] })
  assert.match(few, /66\.6 % of the mutants are caught, 90 % are wanted/)
  assert.deepEqual(others, [])
  const [unknown] = problemsOf('domain', MUTANTS, { least: 66, survivors: [] })
  assert.match(unknown, /no test notices this[^]*replace <= with <[^]*in: price\.minor <= HIGHEST/)
  const [silent] = problemsOf('domain', MUTANTS, { least: 66, survivors: [{ ...SURVIVOR, reason: '' }] })
  assert.match(silent, /gives no reason/)
})

test('what is listed and is caught, or is gone, is a problem of its crate alone', () => {
  const rules = { least: 66, survivors: [SURVIVOR, { ...SURVIVOR, line: 'price.minor <= LOWEST' }] }
  const [gone, ...others] = problemsOf('domain', MUTANTS, rules)
  assert.match(gone, /does not survive[^]*LOWEST/)
  assert.deepEqual(others, [])
  assert.deepEqual(problemsOf('door', MUTANTS.slice(0, 1), rules), [])
})

test('the list of this repository names crates that are judged, and gives each survivor a reason', () => {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'mutants.json')
  const { crates, least, survivors } = JSON.parse(readFileSync(file, 'utf8'))
  assert.ok(least >= 90)
  for (const { name, line, reason } of survivors) {
    assert.ok(crates[name.split('/')[1]], name)
    assert.ok(line && reason.length > 20, name)
  }
})
