// The judgement of the ASVS requirements names tests that exist. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counts, problems, REQUIREMENTS, rowsIn } from './asvs.mjs'
import { readHere } from './named-tests.mjs'

const RUST = '#[apply(both_engines)]\nasync fn a_name(engine: Engine) {}\n\nasync fn a_helper() {}\n'

const table = (verdict, why) =>
  rowsIn(REQUIREMENTS.map((number) => `| ${number} | Words | ${verdict} | ${why} |`).join('\n'))

test('rows are read with the tests they name', () => {
  const rows = rowsIn(
    '| No. | What |\n|---|---|\n| 6.2.1 | Words | tested | `http::a::b` and `web/app: c d`, as `TUKIO_X` |\n',
  )
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0].tests, ['http::a::b', 'web/app: c d'])
})

test('what is missing, invented or empty is a problem', () => {
  const read = () => RUST
  assert.deepEqual(problems(table('tested', '`http::file::a_name`'), read), [])
  assert.equal(problems(table('tested', 'Surely.'), read).length, REQUIREMENTS.length)
  assert.equal(problems(table('argued', '`http::file::invented`'), read).length, REQUIREMENTS.length)
  assert.deepEqual(problems(table('argued', 'Why.').slice(1), read), ['1.2.1 is not judged'])
  assert.equal(problems(table('good', 'Why.'), read).length, REQUIREMENTS.length)
  const twice = table('argued', 'Why.')
  assert.equal(problems([...twice, twice[0]], read).length, 1)
})

test('what does not apply is not counted among what is tested', () => {
  const rows = [
    ...table('tested', '`a::b`').slice(0, 3),
    ...table('argued', '').slice(0, 1),
    ...table('not applicable', ''),
  ]
  assert.deepEqual(counts(rows), {
    tested: 3,
    argued: 1,
    deviation: 0,
    not: REQUIREMENTS.length,
    percent: 75,
  })
})

test('docs/security/asvs.md judges every requirement and names tests that exist', () => {
  assert.deepEqual(problems(rowsIn(readHere('docs/security/asvs.md')), readHere), [])
})
