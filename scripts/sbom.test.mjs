// The bill of materials is whole, well-formed and always the same. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { npmPackages, readCargoLock, readNpmLock, shippedNpmPackages } from './lock-files.mjs'
import { billOfMaterials, cratesInTree, licencesOf, npmUrl, readBill } from './sbom.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

const node = (id, ...deps) => ({ id, deps })
const uses = (pkg, kind = null) => ({ pkg, dep_kinds: [{ kind }] })
const crate = (name, version) => ({ id: `${name}#${version}`, name, version, license: 'MIT/Apache-2.0' })

const SMALL = {
  metadata: {
    packages: [
      crate('tukio', '0.1.0'),
      crate('serde', '1.0.0'),
      crate('rstest', '2.0.0'),
      crate('serde', '0.9.0'),
    ],
    resolve: {
      nodes: [
        node('tukio#0.1.0', uses('serde#1.0.0'), uses('rstest#2.0.0', 'dev')),
        node('serde#1.0.0'),
        node('serde#0.9.0'),
        node('rstest#2.0.0'),
      ],
    },
  },
  linked: cratesInTree('tukio v0.1.0 (/here)\nserde v1.0.0\nserde v1.0.0 (*)\n'),
  cargoLock: [{ name: 'serde', version: '1.0.0', checksum: 'ab'.repeat(32) }],
  webLock: {
    packages: {
      '': { dependencies: { react: '1' }, devDependencies: { vite: '1' } },
      'node_modules/react': {
        version: '1.2.3',
        license: 'MIT',
        integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
        dependencies: { '@a/b': '1' },
        peerDependencies: { typescript: '6' },
      },
      'node_modules/react/node_modules/@a/b': {
        version: '1.0.0',
        license: '(MIT OR ISC)',
        integrity: 'sha512-AQ==',
      },
      'node_modules/@a/b': { version: '2.0.0', license: 'MIT', integrity: 'sha512-AQ==', dev: true },
      'node_modules/typescript': { version: '6.0.0', license: 'MIT', integrity: 'sha512-AQ==' },
      'node_modules/vite': { version: '8.0.0', license: 'MIT', integrity: 'sha512-AQ==', dev: true },
    },
  },
}

test('only what ships is in the bill, with its purl, licence, hash and what it uses', () => {
  const { components, dependencies, metadata } = billOfMaterials(SMALL)
  assert.equal(metadata.component.purl, 'pkg:cargo/tukio@0.1.0')
  const urls = ['pkg:cargo/serde@1.0.0', 'pkg:npm/%40a/b@1.0.0', 'pkg:npm/react@1.2.3']
  assert.deepEqual(
    components.map((one) => one.purl),
    urls,
  )
  assert.deepEqual(components[0].hashes, [{ alg: 'SHA-256', content: 'ab'.repeat(32) }])
  assert.deepEqual(components[0].licenses, [{ expression: 'MIT OR Apache-2.0' }])
  assert.deepEqual([components[1].group, components[1].name], ['@a', 'b'])
  assert.deepEqual(components[2].hashes, [{ alg: 'SHA-512', content: '01'.repeat(64) }])
  const used = (ref) => dependencies.find((one) => one.ref === ref).dependsOn
  assert.deepEqual(used('pkg:cargo/tukio@0.1.0'), ['pkg:cargo/serde@1.0.0', 'pkg:npm/react@1.2.3'])
  assert.deepEqual(used('pkg:npm/react@1.2.3'), ['pkg:npm/%40a/b@1.0.0'])
})

test('a licence is an id or an SPDX expression', () => {
  assert.deepEqual(licencesOf('MIT'), [{ license: { id: 'MIT' } }])
  assert.deepEqual(licencesOf('(MIT OR CC0-1.0)'), [{ expression: 'MIT OR CC0-1.0' }])
})

test('the same lock files give the same bill, another version another serial number', () => {
  assert.deepEqual(billOfMaterials(SMALL), billOfMaterials(SMALL))
  const other = { ...SMALL, webLock: structuredClone(SMALL.webLock) }
  other.webLock.packages['node_modules/react'].version = '1.2.4'
  assert.notEqual(billOfMaterials(other).serialNumber, billOfMaterials(SMALL).serialNumber)
})

test('the bill of this working copy names every package that ships, and nothing that it does not describe', () => {
  const bill = readBill(ROOT)
  assert.deepEqual([bill.bomFormat, bill.specVersion, bill.version], ['CycloneDX', '1.6', 1])
  assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const refs = new Set([bill.metadata.component['bom-ref'], ...bill.components.map((one) => one['bom-ref'])])
  assert.equal(refs.size, bill.components.length + 1, 'a reference is there twice')
  assert.deepEqual(new Set(bill.dependencies.map((one) => one.ref)), refs)
  for (const { dependsOn } of bill.dependencies) for (const ref of dependsOn) assert.ok(refs.has(ref), ref)

  const checksums = new Map(readCargoLock(ROOT).map((one) => [`${one.name}@${one.version}`, one.checksum]))
  const lengths = { 'SHA-256': 64, 'SHA-512': 128 }
  for (const one of bill.components) {
    assert.match(one.purl, /^pkg:(cargo|npm)\/[^\s]+@\d+\.\d+\.\d+/)
    assert.equal(one.licenses.length, 1, one.purl)
    const isOurs = one.purl.startsWith('pkg:cargo/') && !checksums.get(`${one.name}@${one.version}`)
    if (isOurs) continue
    for (const { alg, content } of one.hashes) assert.equal(content.length, lengths[alg], one.purl)
  }
  for (const name of ['axum', 'libsqlite3-sys', 'argon2', 'accounts'])
    assert.ok(
      bill.components.some((one) => one.purl.startsWith(`pkg:cargo/${name}@`)),
      name,
    )
  for (const name of ['serde_derive', 'proptest', 'bench'])
    assert.ok(!bill.components.some((one) => one.purl.startsWith(`pkg:cargo/${name}@`)), name)
  const lock = readNpmLock(ROOT, 'web')
  for (const one of shippedNpmPackages(lock).packages) assert.ok(refs.has(npmUrl(one)), one.name)
  for (const one of npmPackages(lock).filter(({ dev }) => dev)) assert.ok(!refs.has(npmUrl(one)), one.name)
})
