// What the lock files pin: Cargo.lock and the two package-lock.json, each as a list of packages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages of a Cargo.lock: name, version, checksum (SHA-256 in hex). Crates of ours have no checksum. */
export function cargoPackages(text) {
  return text
    .split('[[package]]')
    .slice(1)
    .map((block) => {
      const field = (name) => block.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1]
      return { name: field('name'), version: field('version'), checksum: field('checksum') }
    })
}

/** The packages of a package-lock.json by their path in it, without the project itself. `name` is the package's own. */
export function npmPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, one]) => ({ ...one, path, name: one.name ?? path.split('node_modules/').at(-1) }))
}

/** Whether npm may leave this package out: a program for another system, of which the lock file knows only the name. */
export const isForAnotherSystem = (one) => Boolean(one.optional && (one.os || one.cpu) && !one.license)

/** Where `name` is found by a package at `path`: in its own folder, then in those around it, from the inside out. */
function placeOf(name, path, packages) {
  const folders = path.split('/node_modules/')
  while (folders.length > 0) {
    const place = `${folders.join('/node_modules/')}/node_modules/${name}`
    if (packages.has(place)) return place
    folders.pop()
  }
  return `node_modules/${name}`
}

/**
 * The packages that the project's `dependencies` need, and theirs, each with `uses`: the paths of those it uses itself.
 * What a package only wants to find beside it (a peer) is left out, unless the project names it.
 */
export function shippedNpmPackages(lock) {
  const packages = new Map(npmPackages(lock).map((one) => [one.path, one]))
  const usedBy = (one, path) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies })
      .map((name) => placeOf(name, path, packages))
      .filter((place) => packages.has(place))
  const roots = usedBy({ dependencies: lock.packages[''].dependencies }, '')
  const shipped = new Map()
  const waiting = [...roots]
  while (waiting.length > 0) {
    const path = waiting.pop()
    if (shipped.has(path)) continue
    const one = packages.get(path)
    const uses = usedBy(one, path)
    shipped.set(path, { ...one, uses })
    waiting.push(...uses)
  }
  return { roots, packages: [...shipped.values()] }
}

export const readCargoLock = (root) => cargoPackages(readFileSync(join(root, 'Cargo.lock'), 'utf8'))

export const readNpmLock = (root, folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'))
