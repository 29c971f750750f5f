// Compares the versions of a Cargo.lock with a folder of the RustSec advisory database
// (https://github.com/rustsec/advisory-db): a Markdown file for each advisory, which opens with a block of TOML.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of an advisory that decide whom it concerns. */
export function advisoryIn(text) {
  const toml = text.match(/```toml\n([\s\S]*?)```/)?.[1] ?? ''
  const field = (name) => toml.match(new RegExp(`^${name} = "(.*)"`, 'm'))?.[1]
  const list = (name) => {
    const found =
      toml.split('[versions]')[1]?.match(new RegExp(`^${name} = \\[([\\s\\S]*?)\\]`, 'm'))?.[1] ?? ''
    return [...found.matchAll(/"([^"]*)"/g)].map((match) => match[1])
  }
  return {
    id: field('id'),
    package: field('package'),
    date: field('date'),
    informational: field('informational'),
    withdrawn: field('withdrawn'),
    patched: list('patched'),
    unaffected: list('unaffected'),
    title: text.match(/^# (.*)$/m)?.[1],
  }
}

const numbers = (version) => version.split(/[-+]/)[0].split('.').map(Number)

/** The order of two versions. A version with a `-suffix` stands before the one without it, as in semver. */
function compare(one, other) {
  const [left, right] = [numbers(one), numbers(other)]
  for (let part = 0; part < 3; part += 1) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0)
    if (difference !== 0) return difference
  }
  const suffix = (version) => version.split('+')[0].split(/-(.*)/)[1] ?? '~'
  return suffix(one) < suffix(other) ? -1 : Number(suffix(one) > suffix(other))
}

/** The first version that `^version` (or `~version`) leaves out. */
function limitOf(operator, version) {
  const parts = numbers(version)
  const leading = parts.findIndex((part) => part !== 0)
  const last = operator === '~' ? Math.min(1, parts.length - 1) : leading < 0 ? parts.length - 1 : leading
  return [0, 1, 2].map((at) => (at < last ? parts[at] : at === last ? parts[at] + 1 : 0)).join('.')
}

/** Whether a version meets a requirement such as `>= 1.2.3, < 2`, `^1.4` or `=0.2.1`. */
export function meets(version, requirement) {
  return requirement.split(',').every((part) => {
    const [, operator, wanted] = part.trim().match(/^(>=|<=|>|<|=|\^|~)?\s*([\w.+-]+)$/) ?? []
    if (!wanted) throw new Error(`not a requirement: ${requirement}`)
    const order = compare(version, wanted)
    switch (operator) {
      case '>=':
        return order >= 0
      case '<=':
        return order <= 0
      case '>':
        return order > 0
      case '<':
        return order < 0
      case '=':
        return order === 0
      default:
        return order >= 0 && compare(version, limitOf(operator ?? '^', wanted)) < 0
    }
  })
}

export function concerns(advisory, { name, version }) {
  if (advisory.package !== name || advisory.withdrawn) return false
  return ![...advisory.patched, ...advisory.unaffected].some((requirement) => meets(version, requirement))
}

/** The advisories that concern one of the packages, and the day of the newest advisory in the folder. */
export function search(folder, packages) {
  const names = readdirSync(join(folder, 'crates'))
  const read = (name) =>
    readdirSync(join(folder, 'crates', name))
      .filter((file) => file.endsWith('.md'))
      .map((file) => advisoryIn(readFileSync(join(folder, 'crates', name, file), 'utf8')))
  const all = names.flatMap(read)
  const found = all.flatMap((advisory) =>
    packages.filter((one) => concerns(advisory, one)).map((one) => ({ advisory, package: one })),
  )
  const newest = all
    .map((one) => one.date ?? '')
    .sort()
    .at(-1)
  return { found, newest, known: new Set(all.map((one) => one.id)) }
}

export const isDatabase = (folder) => existsSync(join(folder, 'crates'))
