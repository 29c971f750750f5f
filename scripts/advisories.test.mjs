// Advisories are read and compared with versions as cargo would, and nothing passes in silence. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crateReport, npmFindings } from './advisories.mjs'
import { cargoPackages, isForAnotherSystem } from './lock-files.mjs'
import { advisoryIn, concerns, meets } from './rustsec.mjs'

const TEXT = `\`\`\`toml
[advisory]
id = "RUSTSEC-2020-0071"
package = "time"
date = "2020-11-18"
aliases = ["CVE-2020-26235"]

[affected.functions]
"time::at" = ["^0.1"]

[versions]
patched = [">= 0.2.23"]
unaffected = [
    "=0.2.0",
    "< 0.1.3",
]
\`\`\`

# Potential segfault

Long.
`

const lock = (name, version) => ({ name, version, checksum: 'x' })

test('versions meet requirements as in Cargo', () => {
  for (const [version, requirement] of [
    ['1.2.3', '>= 1.2.3'],
    ['1.2.3', '>=1.2, <1.3.0'],
    ['1.9.0', '^1.2.3'],
    ['1.9.0', '1'],
    ['0.2.9', '^0.2.3'],
    ['0.0.3', '^0.0.3'],
    ['1.2.9', '~1.2.3'],
    ['1.0.0', '> 1.0.0-rc.1'],
    ['1.0.0+build', '=1.0.0'],
  ])
    assert.equal(meets(version, requirement), true, `${version} ${requirement}`)
  for (const [version, requirement] of [
    ['1.2.2', '>= 1.2.3'],
    ['1.10.0', '< 1.9'],
    ['2.0.0', '^1.2.3'],
    ['0.3.0', '^0.2.3'],
    ['0.0.4', '^0.0.3'],
    ['1.3.0', '~1.2.3'],
    ['1.0.0-rc.1', '>= 1.0.0'],
  ])
    assert.equal(meets(version, requirement), false, `${version} ${requirement}`)
  assert.throws(() => meets('1.0.0', 'soon or later'), /not a requirement/)
})

test('an advisory concerns the versions that are neither patched nor unaffected', () => {
  const advisory = advisoryIn(TEXT)
  assert.equal(advisory.title, 'Potential segfault')
  for (const version of ['0.1.45', '0.2.1', '0.2.22'])
    assert.ok(concerns(advisory, lock('time', version)), version)
  for (const version of ['0.1.2', '0.2.0', '0.2.23', '0.3.0'])
    assert.ok(!concerns(advisory, lock('time', version)), version)
  assert.ok(!concerns(advisory, lock('times', '0.2.1')))
  assert.ok(!concerns({ ...advisory, withdrawn: '2021-01-01' }, lock('time', '0.2.1')))
})

test('an open advisory fails, an explained one does not, and an explanation that is not needed does', () => {
  const advisory = advisoryIn(TEXT)
  const known = new Set([advisory.id])
  const found = [{ advisory, package: lock('time', '0.2.1') }]
  const problems = (facts, reasons) =>
    crateReport({ newest: '2020-11-18', known, ...facts }, 1, reasons).problems
  assert.deepEqual(problems({ found }, {}), ['time 0.2.1: RUSTSEC-2020-0071 Potential segfault'])
  assert.deepEqual(problems({ found }, { [advisory.id]: 'why' }), [])
  assert.equal(problems({ found: [] }, { [advisory.id]: 'why' }).length, 1)
  // A reason that a database of another day does not know may not fail there.
  assert.deepEqual(problems({ found: [] }, { 'GHSA-x': 'why' }), [])
  const remark = [
    { advisory: { ...advisory, informational: 'unmaintained' }, package: lock('time', '0.2.1') },
  ]
  assert.deepEqual(problems({ found: remark }, {}), [])
  assert.deepEqual(
    problems({ found: [{ ...remark[0], advisory: { ...advisory, informational: 'unsound' } }] }, {}).length,
    1,
  )
})

test('what npm says of a vulnerability is read, and an error is not taken for good news', () => {
  const via = [{ title: 'Bad', url: 'https://github.com/advisories/GHSA-1-2-3' }, 'other']
  const answer = { vulnerabilities: { a: { name: 'a', via } }, metadata: {} }
  assert.deepEqual(npmFindings(answer), [{ name: 'a', id: 'GHSA-1-2-3', title: 'Bad' }])
  assert.deepEqual(npmFindings({ vulnerabilities: {}, metadata: {} }), [])
  assert.equal(npmFindings({ message: 'request failed', error: {} }), undefined)
  assert.equal(npmFindings(undefined), undefined)
})

test('lock files are read', () => {
  const text =
    '[[package]]\nname = "a"\nversion = "1.0.0"\n\n[[package]]\nname = "b"\nversion = "2.0.0"\nchecksum = "ff"\n'
  assert.deepEqual(cargoPackages(text), [
    { name: 'a', version: '1.0.0', checksum: undefined },
    { name: 'b', version: '2.0.0', checksum: 'ff' },
  ])
  assert.equal(isForAnotherSystem({ optional: true, os: ['win32'] }), true)
  assert.equal(isForAnotherSystem({ optional: true, os: ['linux'], license: 'MIT' }), false)
})
