#!/usr/bin/env node
// sbom.mjs [FILE]: writes what ships as a CycloneDX 1.6 bill of materials, from the lock files and `cargo metadata`, without
// the network: the crates in the binary and the npm packages in the web app, each with its purl, licence and hash.
//
// Left out: what only builds or tests (build scripts and macros run on the machine that compiles). There is no time stamp
// and the serial number follows from the contents, so that the same lock files always give the same file.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCargoLock, readNpmLock, shippedNpmPackages } from './lock-files.mjs'

const byText = (one, other) => (one < other ? -1 : Number(one > other))

export const crateUrl = ({ name, version }) => `pkg:cargo/${name}@${encodeURIComponent(version)}`

/** A scope's `@` is written `%40` in a purl. */
export const npmUrl = ({ name, version }) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** Old packages write `A/B` for `A OR B`, which is not SPDX. */
export const licencesOf = (expression) => {
  const spdx = expression.replaceAll('/', ' OR ').replace(/^\(([^()]*)\)$/, '$1')
  return /\s/.test(spdx) ? [{ expression: spdx }] : [{ license: { id: spdx } }]
}

const nameOf = ({ name, version }) => `${name} ${version}`

/** The crates of a `cargo tree --prefix=none`, as `name version`. */
export function cratesInTree(text) {
  return new Set(
    text.split('\n').flatMap(
      (line) =>
        line
          .match(/^(\S+) v(\S+)/)
          ?.slice(1)
          .join(' ') ?? [],
    ),
  )
}

/**
 * The packages whose `name version` is in `linked`, each with the ids of those it uses. `cargo metadata` alone knows also
 * what some feature of some dependency could bring in and nobody asked for.
 */
export function linkedCrates({ packages, resolve }, linked) {
  const chosen = new Map(packages.filter((one) => linked.has(nameOf(one))).map((one) => [one.id, one]))
  const nodes = new Map(resolve.nodes.map((one) => [one.id, one]))
  const isUsed = (one) => chosen.has(one.pkg) && one.dep_kinds.some(({ kind }) => kind === null)
  return [...chosen.values()].map((one) => ({
    ...one,
    uses: nodes
      .get(one.id)
      .deps.filter(isUsed)
      .map(({ pkg }) => pkg),
  }))
}

function crateComponent(one, checksums) {
  const checksum = checksums.get(nameOf(one))
  return {
    type: 'library',
    'bom-ref': crateUrl(one),
    name: one.name,
    version: one.version,
    licenses: licencesOf(one.license),
    purl: crateUrl(one),
    ...(checksum && { hashes: [{ alg: 'SHA-256', content: checksum }] }),
  }
}

function npmComponent(one) {
  const [, algorithm, digest] = one.integrity.match(/^sha(\d+)-(.*)$/)
  const [scope, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name]
  return {
    type: 'library',
    'bom-ref': npmUrl(one),
    ...(scope && { group: scope }),
    name,
    version: one.version,
    licenses: licencesOf(one.license),
    purl: npmUrl(one),
    hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }],
  }
}

/** A UUID (version 8, of one's own making) that follows from the text. */
function serialNumber(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)]
  return `urn:uuid:${parts.join('-')}-${hex.slice(20, 32)}`
}

/** `linked`: see `cratesInTree`; `cargoLock`: its packages; `webLock`: the web app's package-lock.json as it is. */
export function billOfMaterials({ metadata, linked, cargoLock, webLock }) {
  const checksums = new Map(cargoLock.map((one) => [nameOf(one), one.checksum]))
  const crates = linkedCrates(metadata, linked)
  const product = crates.find((one) => one.name === 'tukio')
  const web = shippedNpmPackages(webLock)
  const urls = new Map([
    ...crates.map((one) => [one.id, crateUrl(one)]),
    ...web.packages.map((one) => [one.path, npmUrl(one)]),
  ])
  const edges = (ref, uses) => ({ ref, dependsOn: [...new Set(uses.map((id) => urls.get(id)))].sort(byText) })
  const components = [
    ...crates.filter((one) => one !== product).map((one) => crateComponent(one, checksums)),
    ...new Map(web.packages.map((one) => [npmUrl(one), npmComponent(one)])).values(),
  ]
  const dependencies = [
    edges(crateUrl(product), [...product.uses, ...web.roots]),
    ...crates.filter((one) => one !== product).map((one) => edges(crateUrl(one), one.uses)),
    ...new Map(web.packages.map((one) => [npmUrl(one), edges(npmUrl(one), one.uses)])).values(),
  ]
  const contents = {
    version: 1,
    metadata: { component: { ...crateComponent(product, checksums), type: 'application' } },
    components: components.sort((one, other) => byText(one.purl, other.purl)),
    dependencies: dependencies.sort((one, other) => byText(one.ref, other.ref)),
  }
  const serial = serialNumber(JSON.stringify(contents))
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serial, ...contents }
}

/** The bill of this working copy, for the platform that it is compiled on. */
export function readBill(root) {
  const run = (command, ...options) =>
    execFileSync(command, options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const platform = run('rustc', '-vV').match(/^host: (.*)$/m)[1]
  const offline = ['--locked', '--offline']
  const tree = ['tree', ...offline, '--package=tukio', '--edges=normal,no-proc-macro', '--prefix=none']
  const metadata = ['metadata', ...offline, '--format-version=1', `--filter-platform=${platform}`]
  return billOfMaterials({
    metadata: JSON.parse(run('cargo', ...metadata)),
    linked: cratesInTree(run('cargo', ...tree)),
    cargoLock: readCargoLock(root),
    webLock: readNpmLock(root, 'web'),
  })
}

function main() {
  const bill = readBill(join(dirname(fileURLToPath(import.meta.url)), '..'))
  const text = `${JSON.stringify(bill, undefined, 2)}\n`
  const file = process.argv[2]
  if (!file) {
    process.stdout.write(text)
    return
  }
  writeFileSync(file, text)
  console.log(`${file}: ${bill.components.length} components`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
