// Each alias of vite.config.ts that reaches into another package, or into generated code, stands on an assumption about
// it. When an update moves what was assumed, this fails before a page does.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Calendar, X } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as serialisers from '../src/api/generated/core/pathSerializer.gen.ts'
import * as noEvents from '../src/api/no-server-sent-events.ts'
import * as plain from '../src/api/plain-parameters.ts'
import plainIcon from '../src/ui/plain-icon.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** What the generated client imports as values from one of its own files. */
function importedFrom(file: string): string[] {
  const generated = new URL('../src/api/generated', import.meta.url).pathname
  const sources = readdirSync(generated, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(generated, name), 'utf8'))
  const imports = new RegExp(`import \\{([^}]*)\\} from '[./a-z]*${file}'`, 'g')
  const names = sources.flatMap((source) =>
    [...source.matchAll(imports)].flatMap(([, list = '']) => list.split(',')),
  )
  return names.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '))
}

test('the stand-in for server-sent events has all that is imported, and nothing listens by the generated client', () => {
  expect(importedFrom('serverSentEvents.gen')).toContain('createSseClient')
  expect(Object.keys(noEvents)).toEqual(expect.arrayContaining(importedFrom('serverSentEvents.gen')))
  const calls = read('src/api/generated/sdk.gen.ts').split('\nexport const ')
  const streams = calls.filter((call) => call.includes('.sse.')).map((call) => call.split(' ')[0])
  expect(streams).toEqual(['watchStats'])
  for (const name of ourSources()) expect(read(name), name).not.toContain('watchStats')
})

function ourSources(): string[] {
  return readdirSync(new URL('../src', import.meta.url).pathname, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('api/generated'))
    .map((name) => `src/${name}`)
}

test('the plain parameters have all that is imported, and write what the whole serialisers write', () => {
  expect(importedFrom('pathSerializer.gen').length).toBeGreaterThan(2)
  expect(Object.keys(plain)).toEqual(expect.arrayContaining(importedFrom('pathSerializer.gen')))
  const one = { name: 'name', value: 'fête & co' }
  expect(plain.serializePrimitiveParam(one)).toBe(serialisers.serializePrimitiveParam(one))
  const list = { name: 'town', value: ['Goma', 'Mbuji-mayi', 'à & b'], style: 'form' as const, explode: true }
  expect(plain.serializeArrayParam(list)).toBe(serialisers.serializeArrayParam(list))
})

test('an icon is made by the file that the alias names, from its name and lines alone', () => {
  expect(read('node_modules/lucide-react/dist/esm/icons/x.mjs')).toContain("from '../createLucideIcon.mjs'")
})

test.each([
  ['x', X],
  ['calendar', Calendar],
] as const)('the plain maker draws %s as lucide does', async (name, original) => {
  const { __iconData } = await import(`../node_modules/lucide-react/dist/esm/icons/${name}.mjs`)
  const lines = (icon: typeof original | ReturnType<typeof plainIcon>) =>
    renderToStaticMarkup(createElement(icon as typeof original)).replace(/^<svg[^>]*>/, '')
  expect(lines(plainIcon(__iconData))).toBe(lines(original))
  expect(renderToStaticMarkup(createElement(plainIcon(__iconData)))).toContain('viewBox="0 0 24 24"')
})

test('the server half of React that the alias names renders to a string', () => {
  const path = '../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'
  const { renderToString } = createRequire(import.meta.url)(path)
  expect(typeof renderToString).toBe('function')
})

test('what the router’s store is given instead of the shim is a public part of the same package', () => {
  const { exports } = JSON.parse(read('node_modules/use-sync-external-store/package.json'))
  expect(exports ?? {}).toMatchObject({ './with-selector': expect.anything() })
})
