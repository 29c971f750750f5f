#!/usr/bin/env node
// Prints which crate of the workspace uses which, the used before the user, one line for each crate:
//
//   events -> accounts, domain, platform
//
// Fails on a cycle, on a crate that only the workspace or only ARCHITECTURE.md has, and on a crate that uses one of its own
// line or of a later line of the order in ARCHITECTURE.md (the code block after "<!-- order of the crates -->"). Fails as
// well when the drawing there ("<!-- drawing of the crates -->") is not the one that `scripts/crates.mjs --draw` prints.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** From crate names to the names of the crates of the workspace that they use. What only tests use is not counted. */
export function graphOf(packages) {
  const ours = new Set(packages.map((one) => one.name))
  const uses = ({ dependencies }) =>
    new Set(dependencies.filter(({ name, kind }) => ours.has(name) && kind !== 'dev').map(({ name }) => name))
  return new Map(packages.map((one) => [one.name, [...uses(one)].sort()]))
}

/** The names with the used before the user, by name where the graph leaves it open; the rest is in cycles. */
export function sorted(graph) {
  const done = []
  const waiting = new Set([...graph.keys()].sort())
  for (;;) {
    const next = [...waiting].find((name) => graph.get(name).every((used) => done.includes(used)))
    if (!next) return { done, inCycles: [...waiting] }
    done.push(next)
    waiting.delete(next)
  }
}

/** The drawing in Mermaid's language: an arrow from each crate to those it uses, but for what those use themselves. */
export function drawing(graph) {
  const reach = (name) => new Set(graph.get(name).flatMap((used) => [used, ...reach(used)]))
  const arrows = sorted(graph).done.flatMap((name) => {
    const used = graph.get(name)
    const direct = used.filter((one) => !used.some((other) => other !== one && reach(other).has(one)))
    return direct.length > 0 ? [`  ${name} --> ${direct.join(' & ')}`] : []
  })
  return ['flowchart BT', ...arrows].join('\n')
}

function blockAfter(mark, document) {
  const block = document.match(new RegExp(`<!-- ${mark} -->\\s*\`\`\`\\w*\\n([\\s\\S]*?)\`\`\``))
  if (!block) throw new Error(`ARCHITECTURE.md has no ${mark}`)
  return block[1].trim()
}

export const drawingIn = (document) => blockAfter('drawing of the crates', document)

/** The lines of the order, each a list of names. */
export function orderIn(document) {
  return blockAfter('order of the crates', document)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
}

export function problems(graph, order) {
  const place = new Map(order.flatMap((names, line) => names.map((name) => [name, line])))
  const unplaced = [...graph.keys()].filter((name) => !place.has(name))
  const wrong = [...graph].flatMap(([name, used]) =>
    used
      .filter((other) => place.get(other) >= place.get(name))
      .map((other) => `${name} may not use ${other}`),
  )
  const gone = [...place.keys()].filter((name) => !graph.has(name))
  const { inCycles } = sorted(graph)
  return [
    ...unplaced.map((name) => `ARCHITECTURE.md does not place the crate ${name}`),
    ...gone.map((name) => `ARCHITECTURE.md places a crate that does not exist: ${name}`),
    ...wrong.map((edge) => `${edge}: it stands on the same or a later line of the order in ARCHITECTURE.md`),
    ...(inCycles.length > 0
      ? [`these crates are in a cycle, or use one that is: ${inCycles.join(', ')}`]
      : []),
  ]
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const options = ['metadata', '--format-version=1', '--no-deps', '--offline']
  const { packages } = JSON.parse(
    execFileSync('cargo', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }),
  )
  const graph = graphOf(packages)
  if (process.argv.includes('--draw')) {
    console.log(drawing(graph))
    return
  }
  for (const name of sorted(graph).done)
    console.log([name, graph.get(name).join(', ')].filter(Boolean).join(' -> '))
  const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const found = problems(graph, orderIn(document))
  if (drawingIn(document) !== drawing(graph))
    found.push('the drawing in ARCHITECTURE.md is not what scripts/crates.mjs --draw prints')
  for (const problem of found) console.error(problem)
  if (found.length > 0) process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
