// Every sentence of the specification names tests that exist and run. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pointsSomewhere, problems, rowsIn, summary } from './conformance.mjs'
import { readHere, whyNotRun } from './named-tests.mjs'

const row = (verdict, why, words = 'Words') => `| 2 Login | ${words} | ${verdict} | ${why} |`
const reader = (files) => (place) => files[place]

const RUST = 'crates/http_tests/tests/http'
const rust = (attributes, more = {}) =>
  reader({
    [`${RUST}/main.rs`]: 'mod support;\nmod login;\n',
    [`${RUST}/login.rs`]: `${attributes}\nasync fn works(engine: Engine) {}\n`,
    ...more,
  })
const whyRust = (attributes, more) => whyNotRun('http::login::works', rust(attributes, more))

const CONFIG = `export default defineConfig({
  testDir: 'journeys',
  projects: [
    {
      name: 'phone',
      testIgnore: /(theme|nobody)\\.spec/,
      use: { viewport: { width: 360, height: 800 }, isMobile: true },
    },
    {
      name: 'desk',
      testIgnore: /(login|nobody)\\.spec/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
`
const journey = (file, text) =>
  whyNotRun(
    `journeys/${file}: it works`,
    reader({ 'e2e/playwright.config.ts': CONFIG, [`e2e/journeys/${file}.spec.ts`]: text }),
  )
const vitest = (text, include = "'src/**/*.test.{ts,tsx}'") =>
  whyNotRun(
    'web/app: it works',
    reader({ 'web/vite.config.ts': `include: [${include}]`, 'web/src/app.test.tsx': text }),
  )

test('rows are read with the tests they name', () => {
  const rows = rowsIn(
    `| § | Words |\n|---|---|\n${row('tested', '`http::login::works`, `web/app: it works`, `TUKIO_X`')}\n`,
  )
  assert.equal(rows.length, 1)
  assert.equal(rows[0].section, '2 Login')
  assert.deepEqual(rows[0].tests, ['http::login::works', 'web/app: it works'])
})

test('what is called tested names a test that exists and runs', () => {
  const found = (why, attributes = '#[apply(both_engines)]') =>
    problems(rowsIn(row('tested', why)), rust(attributes), { '2 Login': 1 })
  assert.deepEqual(found('`http::login::works`'), [])
  assert.match(found('Surely.')[0], /names no test/)
  assert.match(found('`http::login::invented`')[0], /there is no such test/)
  assert.match(found('`http::login::works`', '#[apply(both_engines)]\n#[ignore]')[0], /it is ignored/)
})

test('what is decided points to a section that exists', () => {
  const read = reader({ 'docs/decisions.md': '# Decisions\n\n## Theme: light & dark\n' })
  assert.equal(pointsSomewhere('[theme](decisions.md#theme-light--dark)', read), true)
  assert.equal(pointsSomewhere('[theme](decisions.md#colours)', read), false)
  assert.equal(pointsSomewhere('[theme](elsewhere.md#theme)', read), false)
  assert.equal(pointsSomewhere('It was decided.', read), false)
  const found = problems(rowsIn(row('decided', 'It was decided.')), read, { '2 Login': 1 })
  assert.match(found[0], /points to no decision/)
})

test('what is not proved fails, what is not built fails when asked to', () => {
  const one = { '2 Login': 1 }
  assert.match(problems(rowsIn(row('unproven', 'No test.')), reader({}), one)[0], /is not proved: No test\./)
  assert.deepEqual(problems(rowsIn(row('not built', 'Later.')), reader({}), one), [])
  assert.match(problems(rowsIn(row('not built', 'Later.')), reader({}), one, true)[0], /not built/)
  assert.match(problems(rowsIn(row('differs', '')), reader({}), one)[0], /says nothing/)
  assert.match(problems(rowsIn(row('good', 'Why.')), reader({}), one)[0], /no such verdict/)
})

test('a row that is lost, added or written twice is a problem', () => {
  const rows = rowsIn(`${row('differs', 'Why.')}\n${row('differs', 'Why.', 'Others')}`)
  assert.deepEqual(problems(rows, reader({}), { '2 Login': 2 }), [])
  assert.equal(problems(rows, reader({}), { '2 Login': 3 }).length, 1)
  assert.equal(problems(rows, reader({}), { '2 Login': 2, 3: 1 }).length, 1)
  assert.equal(problems(rows, reader({}), {}).length, 1)
  assert.match(problems([...rows, rows[0]], reader({}), { '2 Login': 3 })[0], /stands twice/)
})

test('verdicts are counted', () => {
  const rows = rowsIn(`${row('differs', 'Why.')}\n${row('tested', '`a::b::c`')}`)
  assert.equal(summary(rows), '1 tested, 0 decided, 1 differs, 0 unproven, 0 not built')
})

test('a Rust test runs unless it is ignored or compiled under a condition', () => {
  assert.equal(whyRust('#[apply(both_engines)]'), undefined)
  assert.equal(whyRust('#[tokio::test(flavor = "multi_thread")]'), undefined)
  assert.match(whyRust('#[tokio::test]\n#[ignore = "slow"]'), /ignored/)
  assert.match(whyRust('#[ignore]\n#[tokio::test]'), /ignored/)
  assert.match(whyRust('#[cfg(feature = "slow")]\n#[tokio::test]'), /condition/)
  assert.match(whyRust('/// No test.'), /no such test/)
})

test('a Rust test runs if its module is declared on the whole way', () => {
  const whyMain = (main) => whyRust('#[tokio::test]', { [`${RUST}/main.rs`]: main })
  assert.equal(whyMain('pub(crate) mod login;\n'), undefined)
  assert.match(whyMain('mod support;\n'), /no module declares login/)
  assert.match(whyMain('// mod login;\n'), /no module declares login/)
  assert.match(whyMain('#[cfg(windows)]\nmod login;\n'), /condition/)
  const deep = (lib, above) =>
    whyNotRun(
      'accounts::sessions::device::works',
      reader({
        'crates/accounts/src/lib.rs': lib,
        'crates/accounts/src/sessions/mod.rs': above,
        'crates/accounts/src/sessions/device.rs': '    #[test]\n    fn works() {}\n',
      }),
    )
  assert.equal(deep('mod sessions;\n', 'mod device;\n'), undefined)
  assert.match(deep('mod sessions;\n', ''), /no module declares sessions\/device/)
  assert.match(deep('', 'mod device;\n'), /no module declares sessions/)
})

test('a file of its own beside a crate runs unless the crate says otherwise', () => {
  const why = (manifest) =>
    whyNotRun(
      'pictures::memory::works',
      reader({
        'crates/pictures/Cargo.toml': manifest,
        'crates/pictures/tests/memory.rs': '#[test]\nfn works() {}\n',
      }),
    )
  assert.equal(why('[package]\n'), undefined)
  assert.match(why('[package]\nautotests = false\n'), /runs no tests/)
})

test('a journey runs on a screen that neither it nor the configuration leaves out', () => {
  const plain = "test('it works', async ({ page }) => {\n  await page.goto('/')\n})\n"
  const only = (screen) =>
    `test('it works', async ({ isMobile }) => {\n  test.skip(${screen}, 'elsewhere')\n})\n`
  for (const file of ['site', 'login', 'theme']) assert.equal(journey(file, plain), undefined)
  assert.match(journey('nobody', plain), /no screen/)
  assert.equal(journey('login', only('!isMobile')), undefined)
  assert.match(journey('login', only('isMobile')), /no screen/)
  assert.match(journey('theme', only('!isMobile')), /no screen/)
  assert.equal(journey('theme', only('isMobile')), undefined)
  assert.match(journey('site', plain.replace('test(', 'test.fixme(')), /skipped/)
  assert.match(journey('site', plain.replace('=> {\n', '=> {\n  test.skip()\n')), /skips itself/)
  const inside = (describe) => `${describe}('rest', () => {\n  test('it works', async () => {})\n})\n`
  assert.equal(journey('site', inside('test.describe')), undefined)
  assert.match(journey('site', inside('test.describe.skip')), /stands in/)
  assert.equal(journey('site', `${inside('test.describe.skip').replace('it works', 'x')}${plain}`), undefined)
})

test('a unit test runs unless it is skipped or its file is left out', () => {
  assert.equal(vitest("it('it works', () => {})\n"), undefined)
  assert.equal(vitest("test.each([\n  [1],\n])('it works', () => {})\n"), undefined)
  assert.match(vitest("it.skip('it works', () => {})\n"), /skipped/)
  assert.match(vitest("it.todo('it works')\n"), /skipped/)
  assert.match(vitest("test.skip.each([\n  [1],\n])('it works', () => {})\n"), /skipped/)
  assert.match(vitest("describe.skip('a', () => {\n  it('it works', () => {})\n})\n"), /stands in/)
  assert.match(vitest("it('it works', () => {})\nit.only('other', () => {})\n"), /alone/)
  assert.match(vitest("it('it works', () => {})\n", "'src/**/*.spec.ts'"), /leaves its file out/)
})

test('docs/conformance.md has every statement, and names tests that run and decisions that stand', () => {
  const found = problems(rowsIn(readHere('docs/conformance.md')), readHere)
  assert.deepEqual(
    found.filter((problem) => !problem.includes(': is not proved: ')),
    [],
  )
})
