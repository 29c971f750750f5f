// Tests are found by the names that documents give them. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasTest, placesOf } from './named-tests.mjs'

const RUST = '#[apply(both_engines)]\nasync fn a_name(engine: Engine) {}\n\nasync fn a_helper() {}\n'

test('a test is looked for where it would stand', () => {
  assert.ok(placesOf('http::contract::shapes::x').includes('crates/http_tests/tests/http/contract/shapes.rs'))
  assert.ok(placesOf('accounts::sessions::device::x').includes('crates/accounts/src/sessions/device.rs'))
  assert.ok(placesOf('pictures::memory::x').includes('crates/pictures/tests/memory.rs'))
  assert.deepEqual(placesOf('journeys/login: x'), ['e2e/journeys/login.spec.ts'])
  assert.ok(
    placesOf('web/features/accounts/accounts: x').includes('web/src/features/accounts/accounts.test.ts'),
  )
})

test('only tests count as tests', () => {
  assert.equal(hasTest(RUST, 'http::file::a_name'), true)
  assert.equal(hasTest(RUST, 'http::file::a_helper'), false)
  assert.equal(hasTest(RUST, 'http::file::name'), false)
  assert.equal(hasTest("test('it works', () => {})", 'web/app: it works'), true)
  assert.equal(hasTest("test('it works', () => {})", 'web/app: it'), false)
  assert.equal(hasTest("test.each([1])(\n  'it works',\n  () => {})", 'web/app: it works'), true)
  assert.equal(hasTest("screen.getByText('it works')", 'web/app: it works'), false)
})
