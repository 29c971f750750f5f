import { expect, test } from 'vitest'
import { chunkNames } from './chunks.ts'

type Context = Parameters<ReturnType<typeof chunkNames>['sharedChunk']>[1]

const sharedChunk = (id: string, context: Context) => chunkNames().sharedChunk(id, context)
const vendorChunk = (id: string, context: Context) => chunkNames().vendorChunk(id, context)

const route = (name: string) => `/app/src/routes/${name}.tsx?tsr-split=component`
const DIALOG = '/app/src/features/box-office/payment/payment-dialog.tsx'
const FETCHED_WHEN_ASKED_FOR = /tsr-split|payment-dialog/

/** Who imports each module, and the code of those that matter by it. */
function graph(importers: Record<string, string[]>, code: Record<string, string> = {}) {
  const getModuleInfo = (id: string) => ({
    isEntry: id === 'index.html',
    importers: importers[id] ?? [],
    dynamicImporters: FETCHED_WHEN_ASKED_FOR.test(id) ? ['/app/src/route-tree.gen.ts'] : [],
    exports: ['part'],
    code: code[id] ?? null,
  })
  return { getModuleInfo } as unknown as Context
}

test.each([
  ['event', ['events.$eventId', 'dash.index']],
  ['pages', ['index', 'users.index', 'dash.tickets']],
  ['tickets', ['dash.tickets', 'dash.settings']],
  ['forms', ['login', 'contact', 'dash.settings']],
  ['dash', ['dash.settings', 'dash.events.add']],
  ['scan', ['dash.settings', 'dash.events.add', 'dash.events.$eventId.scan']],
  [null, ['card', 'dash.settings']],
])('%s holds what %j share', (chunk, pages) => {
  const context = graph({ part: ['between'], between: pages.map(route) })
  expect(sharedChunk('part', context)).toBe(chunk)
})

test('what a dialog is fetched with is no part of the page that fetches it', () => {
  expect(sharedChunk('part', graph({ part: [DIALOG, route('events.index')] }))).toBe('payment')
})

test('files that import each other end the search', () => {
  expect(sharedChunk('a', graph({ a: ['b'], b: ['a', route('index'), route('card')] }))).toBe('pages')
})

test('of those who import a package, only who names a part of it uses that part', () => {
  const [inner, barrel] = ['/app/node_modules/icons/index.mjs', '/app/node_modules/icons/lucide-react.mjs']
  const [home, login] = [route('index'), route('login')]
  const context = graph(
    { '/app/node_modules/icons/eye.mjs': [inner], [inner]: [barrel], [barrel]: [home, login] },
    {
      [inner]: `export { default as Eye } from './eye.mjs';\nexport { default as Ear } from './ear.mjs';`,
      [home]: `import { Ear } from 'icons'\n// Eye, default and as are words of the code, too.`,
      [login]: `import { Ear, Eye as Open } from 'icons'`,
    },
  )
  expect(sharedChunk('/app/node_modules/icons/eye.mjs', context)).toBe('forms')
})

test('a part that a package hands on whole is known by the names it exports', () => {
  const barrel = '/app/node_modules/query/index.js'
  const page = route('contact')
  const context = graph(
    { '/app/node_modules/query/part.js': [barrel], [barrel]: [page] },
    {
      [barrel]: `export * from './part.js'`,
      [page]: `import { part } from 'query'`,
    },
  )
  expect(sharedChunk('/app/node_modules/query/part.js', context)).toBe('forms')
})

test.each([
  ['vendor', ['index.html']],
  ['vendor', [route('events.$eventId'), route('login')]],
  ['vendor', [DIALOG]],
  [null, [route('login'), route('index')]],
])('%s holds a library that %j use', (chunk, users) => {
  expect(
    vendorChunk('/app/node_modules/library/x.js', graph({ '/app/node_modules/library/x.js': users })),
  ).toBe(chunk)
})
