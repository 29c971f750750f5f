// Who may import whom: routes → features → ui, api, lib; a feature never imports another; no barrel files; no file
// imports, by whatever way, one that imports it.
import { posix } from 'node:path'

/** Each layer and those it may use besides itself. `app` is what stands directly in src/. */
const MAY_USE: Record<string, readonly string[]> = {
  app: ['routes', 'features', 'ui', 'api', 'lib', 'styles'],
  routes: ['features', 'ui', 'api', 'lib'],
  features: ['ui', 'api', 'lib'],
  api: ['ui', 'lib'],
  ui: ['lib'],
  lib: [],
  styles: [],
}

const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g
const REEXPORT = /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'"\n]*\bfrom\b/m

/** Paths are relative to src/, with forward slashes. */
export function brokenRules(file: string, source: string): string[] {
  const broken: string[] = []
  const isIndex = /(^|\/)index\.tsx?$/.test(file) && !file.startsWith('routes/')
  if (isIndex || REEXPORT.test(source)) broken.push(`${file} is a barrel file`)
  for (const [, specifier = ''] of source.matchAll(IMPORTS)) {
    const target = resolve(file, specifier)
    if (target !== null && !mayImport(file, target)) broken.push(`${file} must not import ${target}`)
  }
  return broken
}

/** The imported file relative to src/, or null for a package. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null
}

function mayImport(from: string, to: string): boolean {
  const [layer, part] = place(from)
  const [used, usedPart] = place(to)
  if (layer === used) return layer !== 'features' || part === usedPart
  return MAY_USE[layer]?.includes(used) ?? false
}

function place(file: string): [layer: string, part: string | undefined] {
  const parts = file.split('/')
  return parts.length === 1 ? ['app', undefined] : [parts[0] as string, parts[1]]
}

/** Every way round, as the files that stand on it. Sources by file, paths as above. */
export function importCycles(sources: ReadonlyMap<string, string>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()

  function follow(file: string, way: readonly string[]): void {
    const at = way.indexOf(file)
    if (at >= 0) cycles.push([...way.slice(at), file])
    if (at >= 0 || done.has(file)) return
    for (const imported of importedFiles(file, sources)) follow(imported, [...way, file])
    done.add(file)
  }

  for (const file of sources.keys()) follow(file, [])
  return cycles
}

function importedFiles(file: string, sources: ReadonlyMap<string, string>): string[] {
  const specifiers = [...(sources.get(file) ?? '').matchAll(IMPORTS)].map(([, specifier = '']) => specifier)
  return specifiers.flatMap((specifier) => {
    const path = resolve(file, specifier)
    return [path, `${path}.ts`, `${path}.tsx`].find((name) => name !== null && sources.has(name)) ?? []
  })
}
