// The order of the crates is read, and what goes against it is seen. Run by `node --test scripts/`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawing, drawingIn, graphOf, orderIn, problems, sorted } from './crates.mjs'

const ORDER = orderIn('# Title\n\n<!-- order of the crates -->\n```text\na\nb c\nd\n```\n\nMore.\n')

const crate = (name, ...used) => ({ name, dependencies: used.map((other) => ({ name: other, kind: null })) })

test('the order is read from its code block', () => {
  assert.deepEqual(ORDER, [['a'], ['b', 'c'], ['d']])
  assert.throws(() => orderIn('# Title'), /no order/)
})

test('the used are printed before the users, and what only tests use is left out', () => {
  const tested = {
    name: 'a',
    dependencies: [
      { name: 'd', kind: 'dev' },
      { name: 'serde', kind: null },
    ],
  }
  const graph = graphOf([crate('d', 'b', 'a', 'b'), crate('b', 'a'), tested])
  assert.deepEqual(graph.get('d'), ['a', 'b'])
  assert.deepEqual(sorted(graph), { done: ['a', 'b', 'd'], inCycles: [] })
  assert.deepEqual(problems(graph, [['a'], ['b'], ['d']]), [])
})

test('the drawing leaves out what another arrow implies, and is read from its code block', () => {
  const drawn = drawing(graphOf([crate('a'), crate('b', 'a'), crate('c', 'a', 'b')]))
  assert.equal(drawn, 'flowchart BT\n  b --> a\n  c --> b')
  assert.equal(drawingIn(`<!-- drawing of the crates -->\n\`\`\`mermaid\n${drawn}\n\`\`\`\n`), drawn)
  assert.throws(() => drawingIn('# Title'), /no drawing/)
})

test('a crate that is placed and does not exist is a problem', () => {
  assert.deepEqual(problems(graphOf([crate('a'), crate('b'), crate('c')]), ORDER), [
    'ARCHITECTURE.md places a crate that does not exist: d',
  ])
})

test('an edge against the order, one inside a line, a stranger and a cycle are problems', () => {
  const found = (...crates) =>
    problems(graphOf(crates), ORDER).filter((problem) => !/does not exist/.test(problem))
  assert.match(found(crate('a', 'd'), crate('d'))[0], /^a may not use d: /)
  assert.match(found(crate('b', 'c'), crate('c'))[0], /^b may not use c: /)
  assert.deepEqual(found(crate('x')), ['ARCHITECTURE.md does not place the crate x'])
  const cycle = found(crate('a', 'd'), crate('d', 'a'))
  assert.equal(cycle.at(-1), 'these crates are in a cycle, or use one that is: a, d')
})
