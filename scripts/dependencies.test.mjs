// The checks of dependencies.mjs see what they are there for. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  duplicateProblems,
  idleProblems,
  isAllowed,
  licenceProblems,
  npmLicenceProblems,
  unusedProblems,
  withoutComments,
} from './dependencies.mjs'

const ALLOWED = ['MIT', 'ISC', 'Apache-2.0 WITH LLVM-exception']

test('an SPDX expression is read with its operators', () => {
  for (const expression of [
    'MIT',
    'GPL-3.0-only OR MIT',
    'GPL-3.0-only/MIT',
    '(GPL-3.0-only OR MIT) AND ISC',
  ]) {
    assert.equal(isAllowed(expression, ALLOWED), true, expression)
  }
  assert.equal(isAllowed('Apache-2.0 WITH LLVM-exception OR GPL-2.0-only', ALLOWED), true)
  // AND binds more tightly than OR; an exception belongs to its licence.
  for (const expression of [
    'Apache-2.0',
    'MIT AND GPL-3.0-only',
    'GPL-3.0-only OR MIT AND X',
    '(MIT OR ISC) AND X',
  ]) {
    assert.equal(isAllowed(expression, ALLOWED), false, expression)
  }
  for (const nonsense of ['', 'MIT OR', '(MIT', 'MIT ISC', 'AND MIT']) {
    assert.throws(() => isAllowed(nonsense, ALLOWED), /not an SPDX expression/, nonsense)
  }
})

test('a package without a licence, or with another one, is a problem', () => {
  const packages = [
    { name: 'good', version: '1.0.0', license: 'MIT' },
    { name: 'bad', version: '1.0.0', license: 'GPL-3.0-only' },
    { name: 'silent', version: '1.0.0', license: null },
  ]
  assert.deepEqual(licenceProblems(packages, ALLOWED), [
    'bad 1.0.0 has a licence that is not allowed: GPL-3.0-only',
    'silent 1.0.0 declares no licence',
  ])
})

test('an npm package may have another licence where it only builds or tests', () => {
  const lock = (license, dev) => ({
    packages: {
      '': { dependencies: dev ? {} : { a: '1' } },
      'node_modules/a': { version: '1.0.0', license, dev },
      'node_modules/b-win32': { version: '1.0.0', optional: true, os: ['win32'] },
    },
  })
  assert.deepEqual(npmLicenceProblems(lock('MIT', false), ALLOWED, ['CC0-1.0']), [])
  assert.deepEqual(npmLicenceProblems(lock('CC0-1.0', true), ALLOWED, ['CC0-1.0']), [])
  assert.deepEqual(npmLicenceProblems(lock('CC0-1.0', false), ALLOWED, ['CC0-1.0']), [
    'a 1.0.0 has a licence that is not allowed: CC0-1.0',
  ])
  assert.deepEqual(npmLicenceProblems(lock(undefined, true), ALLOWED, []), ['a 1.0.0 declares no licence'])
})

test('two versions of a package need a reason, and a reason needs two versions', () => {
  const packages = [
    { name: 'a', version: '1.0.0' },
    { name: 'a', version: '2.0.0' },
    { name: 'b', version: '1.0.0' },
  ]
  assert.deepEqual(duplicateProblems(packages, {}), ['a is there in several versions: 1.0.0, 2.0.0'])
  assert.deepEqual(duplicateProblems(packages, { a: 'why' }), [])
  assert.deepEqual(duplicateProblems(packages, { a: 'why', b: 'why' }), [
    'dependencies.json explains a duplicate that is gone: b',
  ])
})

test('a dependency that no source names is a problem', () => {
  const sources = {
    product: withoutComments('use http_body::Body;\n// use url::Url;\nlet text = "http";'),
    tests: 'proptest! {}',
    build: '',
  }
  const dependencies = [
    { name: 'http-body', kind: null },
    { name: 'http', kind: null },
    { name: 'url', kind: null },
    { name: 'proptest', kind: 'dev' },
    { name: 'tempfile', kind: 'dev' },
  ]
  const crates = [{ name: 'ours', dependencies, sources }]
  const unused = ['http', 'url'].map((name) => `ours does not use its dependency ${name}`)
  unused.push('ours does not use its dev-dependency tempfile')
  assert.deepEqual(unusedProblems(crates, {}), unused)
  assert.deepEqual(
    unusedProblems(crates, { 'ours: http': 'why', 'ours: url': 'why', 'ours: tempfile': 'why' }),
    [],
  )
  assert.equal(unusedProblems(crates, { 'ours: http-body': 'why' }).length, 4)
})

test('a line of the workspace that no crate takes up is a problem', () => {
  const manifest =
    '[workspace.dependencies]\n# ours\na = { path = "a" }\nb-c = "1"\n\n[profile.dev]\ndebug = 1\n'
  const crates = [
    { name: 'a', dependencies: [] },
    { name: 'd', dependencies: [{ name: 'a', kind: null }] },
  ]
  assert.deepEqual(idleProblems(manifest, crates), ['Cargo.toml names b-c, and no crate uses it'])
})
