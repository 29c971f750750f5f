#!/usr/bin/env node
// Checks what the product stands on. From `cargo metadata`: every package has a licence that dependencies.json allows, no
// package is there in two versions unless dependencies.json says why, and every dependency of a crate of ours is named in
// that crate's sources. From the lock files of web/ and e2e/: the licences again, with a few more for what only builds and
// tests. It does not look for known vulnerabilities: advisories.mjs does.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isForAnotherSystem, npmPackages, readNpmLock, shippedNpmPackages } from './lock-files.mjs'

/** Whether an SPDX expression can be satisfied with the allowed licences. `A/B` is how old packages write `A OR B`. */
export function isAllowed(expression, allowed) {
  const tokens = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0

  function either() {
    let result = both()
    while (tokens[at] === 'OR') {
      at += 1
      result = both() || result
    }
    return result
  }
  function both() {
    let result = one()
    while (tokens[at] === 'AND') {
      at += 1
      result = one() && result
    }
    return result
  }
  function one() {
    if (tokens[at] === '(') {
      at += 1
      const result = either()
      if (tokens[at] !== ')') throw new Error(`not an SPDX expression: ${expression}`)
      at += 1
      return result
    }
    const name = tokens[at]
    if (!name || ['OR', 'AND', 'WITH', ')'].includes(name))
      throw new Error(`not an SPDX expression: ${expression}`)
    at += 1
    if (tokens[at] !== 'WITH') return allowed.includes(name)
    const exception = tokens[at + 1]
    at += 2
    return allowed.includes(`${name} WITH ${exception}`)
  }

  const result = either()
  if (at !== tokens.length) throw new Error(`not an SPDX expression: ${expression}`)
  return result
}

export function licenceProblems(packages, allowed) {
  return packages.flatMap(({ name, version, license }) => {
    if (!license) return [`${name} ${version} declares no licence`]
    return isAllowed(license, allowed)
      ? []
      : [`${name} ${version} has a licence that is not allowed: ${license}`]
  })
}

/** Licences of a package-lock.json. What is not shipped may have one of `forTools` as well. */
export function npmLicenceProblems(lock, allowed, forTools) {
  const shipped = new Set(shippedNpmPackages(lock).packages.map((one) => one.path))
  const packages = npmPackages(lock).filter((one) => !isForAnotherSystem(one))
  return packages.flatMap((one) =>
    licenceProblems([one], shipped.has(one.path) ? allowed : [...allowed, ...forTools]),
  )
}

/** `reasons` has the name of each package that may be there more than once. One that is not any more has to go. */
export function duplicateProblems(packages, reasons) {
  const versions = Map.groupBy
    ? Map.groupBy(packages, (one) => one.name)
    : packages.reduce((map, one) => map.set(one.name, [...(map.get(one.name) ?? []), one]), new Map())
  const isTwice = (name) => (versions.get(name)?.length ?? 0) > 1
  const unexplained = [...versions.keys()]
    .filter((name) => isTwice(name) && !reasons[name])
    .map(
      (name) =>
        `${name} is there in several versions: ${versions
          .get(name)
          .map((one) => one.version)
          .join(', ')}`,
    )
  const outdated = Object.keys(reasons)
    .filter((name) => !isTwice(name))
    .map((name) => `dependencies.json explains a duplicate that is gone: ${name}`)
  return [...unexplained, ...outdated]
}

/** Rust without its comments. Good enough to look for paths in; not for anything else. */
export function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:"'])\/\/[^\n]*/g, '$1')
}

const withoutTests = (text) => text.split('#[cfg(test)]\nmod tests')[0]

function isNamed(name, text) {
  const word = name.replaceAll('-', '_')
  return new RegExp(`(^|[^\\w:])(r#)?${word}(::|!|;|\\s+as\\s)`).test(text)
}

/**
 * `crates`: name, its dependencies as cargo tells them, and its sources by where they stand: `product` (src), `tests`
 * (tests, benches, examples and the tests inside src) and `build` (build.rs).
 */
export function unusedProblems(crates, exceptions) {
  const problems = []
  const used = new Set()
  for (const { name, dependencies, sources } of crates) {
    for (const { name: dependency, rename, kind } of dependencies) {
      const where = { dev: 'tests', build: 'build' }[kind] ?? 'product'
      if (isNamed(rename ?? dependency, sources[where])) continue
      if (exceptions[`${name}: ${dependency}`]) used.add(`${name}: ${dependency}`)
      else problems.push(`${name} does not use its ${kind ? `${kind}-` : ''}dependency ${dependency}`)
    }
  }
  const outdated = Object.keys(exceptions).filter((key) => !used.has(key))
  return [...problems, ...outdated.map((key) => `dependencies.json explains what is not so any more: ${key}`)]
}

/** Lines of `[workspace.dependencies]` that no crate takes up. */
export function idleProblems(manifest, crates) {
  const section = manifest.split('[workspace.dependencies]')[1].split(/\n\[/)[0]
  const names = [...section.matchAll(/^([\w-]+)\s*=/gm)].map((match) => match[1])
  const wanted = new Set(crates.flatMap((one) => one.dependencies.map(({ name, rename }) => rename ?? name)))
  return names
    .filter((name) => !wanted.has(name))
    .map((name) => `Cargo.toml names ${name}, and no crate uses it`)
}

function rustFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return rustFiles(path)
    return entry.name.endsWith('.rs') ? [path] : []
  })
}

function sourcesOf(manifest) {
  const folder = dirname(manifest)
  const read = (part) =>
    rustFiles(join(folder, part)).map((file) => withoutComments(readFileSync(file, 'utf8')))
  const source = read('src')
  const build = join(folder, 'build.rs')
  return {
    product: source.map(withoutTests).join('\n'),
    tests: [...source, ...read('tests'), ...read('benches'), ...read('examples')].join('\n'),
    build: existsSync(build) ? readFileSync(build, 'utf8') : '',
  }
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const run = (command, ...options) =>
    execFileSync(command, options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  // Of this machine's platform only: the others' packages are neither downloaded nor compiled.
  const platform = run('rustc', '-vV').match(/^host: (.*)$/m)[1]
  const metadata = JSON.parse(
    run('cargo', 'metadata', '--format-version=1', '--locked', `--filter-platform=${platform}`),
  )
  const rules = JSON.parse(readFileSync(join(root, 'scripts/dependencies.json'), 'utf8'))
  const ours = metadata.packages.filter((one) => metadata.workspace_members.includes(one.id))
  const crates = ours.map((one) => ({ ...one, sources: sourcesOf(one.manifest_path) }))
  const locks = ['web', 'e2e'].map((folder) => readNpmLock(root, folder))
  const problems = [
    ...licenceProblems(metadata.packages, rules.licences),
    ...locks.flatMap((lock) => npmLicenceProblems(lock, rules.licences, rules.licences_of_tools)),
    ...duplicateProblems(metadata.packages, rules.duplicates),
    ...unusedProblems(crates, rules.used_without_being_named),
    ...idleProblems(readFileSync(join(root, 'Cargo.toml'), 'utf8'), crates),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  const npm = locks.flatMap(npmPackages).length
  console.log(`${metadata.packages.length} crates: licences allowed, duplicates explained, nothing unused`)
  console.log(`${npm} npm packages: licences allowed`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
